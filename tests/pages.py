"""What stands in the pages: blocks of code, links, tables."""

import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLIENTS = [ROOT / "clients/README.md", *(ROOT / "clients").glob("*/README.md")]
PAGES = sorted([ROOT / "README.md", *CLIENTS, *(ROOT / "docs").rglob("*.md")])


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a language, those inside lists too."""
    fenced = re.findall(rf"^( *)```{language}\n(.*?)^\1```$", text, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(block) for _, block in fenced]


def prose(text: str) -> str:
    """Return a page without its fenced blocks."""
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE)


def links(text: str) -> list[str]:
    """Return where a page points inside the repository."""
    targets = re.findall(r"\]\(([^)\s]+)\)", prose(text))
    return [target for target in targets if not target.startswith("https://")]


def anchors(text: str) -> set[str]:
    """Return the names of a page's headings as links give them."""
    titles = re.findall(r"^#+ (.*)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def section(text: str, title: str) -> str:
    """Return what stands below a heading, up to the next one of any kind."""
    return re.split(r"^#+ .*$", text.split(f"# {title}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """Return the cells of all rows of tables."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
