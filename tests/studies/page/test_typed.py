"""What was typed by hand is read by the page, over HTTP, as by the command."""

from __future__ import annotations

from feasibility.text.board_text import parse
from tests.studies.page.client import Client
from tests.text.by_hand.test_typed import REFUSED, TYPED


def test_the_page_reads_what_was_typed(client: Client) -> None:
    for name, meaning, text in TYPED:
        status, found = client.ask("POST", "/api/read", {"text": text})
        assert status == (400 if meaning == REFUSED else 200), (name, found)
        if meaning != REFUSED:
            document = parse(text)
            start, note = document.start, found["note"] or ""
            assert all(said in note for said in (*document.notes, *document.ignored)), (name, note)
            pegs = "".join(str(start.must >> i & 1) for i in range(start.board.n))
            assert found["start"] == pegs, name
            assert found["board"]["name"] == start.board.name, name
