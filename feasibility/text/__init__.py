"""The only readers and writers of text: boards, positions, jumps, named problems, planning problems."""
