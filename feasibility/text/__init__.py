"""Text: the only readers and writers of boards, positions, jumps and problems."""
