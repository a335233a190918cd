"""What the five papers print, beside ours."""

from __future__ import annotations

import dejalu


def test_the_papers_are_set_beside_ours():
    papers = dejalu.reproduce(count=5)
    assert papers["000-table-3.3"]["verdict"] == "close"
    assert all(exhibit["why"] for exhibit in papers.values())
    first = papers["000-table-3.3"]["rows"][0]["cells"][0]
    assert first["printed"] == 0.965 and abs(first["ours"] - 0.965) < 0.0005
    methods = papers["003-figure-12-and-table-1"]["experiment"]["plagiarism"]["methods"]
    assert len(methods) == 10
