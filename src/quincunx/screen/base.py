"""The base of all screens, lists to choose from, and home. Each
shows its keys below, and all of them at `?`."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from quincunx.core import QuincunxError

if TYPE_CHECKING:
    from quincunx.screen.app import QuincunxApp

DIALOGUE = "dialogue"
MenuItem = tuple[str, Callable[..., object]]


def in_background(words: str = "") -> Callable[[Callable[..., Coroutine[Any, Any, None]]], Any]:
    """Run a method of a screen as its only background task: what it waits for is shown, and so is
    what is refused."""

    def changed(method: Callable[..., Coroutine[Any, Any, None]]) -> Any:
        async def waits(screen: "BaseScreen", *args: Any) -> None:
            try:
                screen.busy = words
                screen.draw()
                await method(screen, *args)
            except QuincunxError as error:
                screen.tell(str(error))
            finally:
                screen.busy = ""
                screen.draw()

        @wraps(method)
        def begin(screen: "BaseScreen", *args: Any) -> None:
            screen.run_worker(waits(screen, *args), exclusive=True)

        return begin

    return changed


class BaseScreen(Screen[Any], inherit_bindings=False):
    """What all screens share."""

    app: "QuincunxApp"
    BINDINGS = [("escape,q", "back", "Back"), ("question_mark", "keys", "Keys")]
    busy = ""
    """What is waited for, in words."""

    def draw(self) -> None:
        """Show the present state."""

    def action_back(self) -> None:
        """One step."""
        self.app.pop_screen()

    async def go_on(self, screen: "BaseScreen") -> None:
        """Switch to what was waited for once nothing lies over this screen."""
        while not self.is_active:
            await asyncio.sleep(0.05)
        self.app.switch_screen(screen)

    def action_keys(self) -> None:
        found: dict[str, list[str]] = {}
        for _, binding, _, _ in self.active_bindings.values():
            if binding.description and not binding.system:
                found.setdefault(binding.description, []).append(self.app.get_key_display(binding))
        lines = [f"{' '.join(keys):>15}  {words}" for words, keys in found.items()]
        self.app.push_screen(TextScreen("\n".join(["Keys", "", *lines, "", self.HELP or ""])))

    def tell(self, words: str) -> None:
        if words:
            self.notify(words, severity="warning", markup=False)

    def attempt(self, act: Callable[..., object], *args: Any) -> None:
        try:
            act(*args)
        except QuincunxError as error:
            self.tell(str(error))

    def sure(self, question: str, act: Callable[..., object], *args: Any) -> None:
        """Ask before it is done."""
        self.app.push_screen(
            ConfirmScreen(question), lambda yes: self.attempt(act, *args) if yes else None
        )


class Keys(Widget):
    """The line at the bottom: what can be pressed now, or clicked. Textual's `Footer` has a widget
    for each key: that is too slow after every move."""

    def render(self) -> Content:
        every = reversed(self.screen.active_bindings.values())  # of several keys the first is shown
        shown = {one.binding.description: one.binding for one in every if one.binding.show}
        texts = []
        for words, binding in reversed(shown.items()):
            key = self.app.get_key_display(binding)
            text = Content.from_markup("[b $x]$key[/] $words  ", key=key, words=words)
            texts.append(text.stylize(Style.from_meta({"key": binding.key})))
        return Content("").join(texts)

    def on_click(self, event: events.Click) -> None:
        if key := event.style.meta.get("key"):
            self.app.simulate_key(key)


class TextScreen(BaseScreen):
    """Something to be read."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            for line in self.text.split("\n"):
                words = line.lstrip()
                said = Static(words or " ", markup=False)
                said.styles.padding = (0, 0, 0, len(line) - len(words))  # also where it is broken
                yield said
        yield Keys()


class ConfirmScreen(TextScreen, ModalScreen[Any], inherit_bindings=False):
    BINDINGS = [("y", "dismiss(True)", "Yes"), ("n,escape,q", "dismiss(False)", "No")]


class InputScreen(TextScreen, ModalScreen[Any], inherit_bindings=False):
    """A question that is answered in writing."""

    BINDINGS = [("escape", "dismiss", "Back")]
    AUTO_FOCUS = "Input"

    def __init__(self, question: str, now: str) -> None:
        super().__init__(question)
        self.now = now

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self.text, markup=False)
            yield Input(self.now, compact=True, max_length=40)
        yield Keys()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())


class ChoiceList(OptionList, inherit_bindings=False):
    BINDINGS = [
        ("enter,space", "select", "Choose"),
        Binding("up,k", "cursor_up", "Move about", show=False),
        Binding("down,j", "cursor_down", "Move about", show=False),
        Binding("home,g", "first", "First", show=False),
        Binding("end,G", "last", "Last", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]

    def get_visual_style(self, *names: str, partial: bool = False) -> Style:
        """Without colours the chosen line is reversed: Textual forgets that its rules say so."""
        style = super().get_visual_style(*names, partial=partial)
        chosen = self.app.no_color and "option-list--option-highlighted" in names
        return style + Style(reverse=True) if chosen else style

    def on_click(self, event: events.Click) -> None:
        """On `<` the value before is wanted."""
        at = event.get_content_offset(self)
        if at and self.render_line(at.y).text[at.x : at.x + 2] == "< ":
            event.prevent_default()
            self.highlighted = event.style.meta.get("option")
            self.app.simulate_key("left")


class ListScreen(BaseScreen):
    """A list to choose from."""

    heading, empty, first = "", "There is nothing here.", 0
    shown: list[MenuItem] = []

    def items(self) -> list[MenuItem]:
        """Return the lines of the list, each with what it leads to."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield Static(self.heading, id="heading")
        yield ChoiceList(markup=False)
        yield Keys()

    def on_screen_resume(self) -> None:
        self.show()

    def on_descendant_focus(self) -> None:
        self.query(Keys).refresh()

    def show(self) -> None:
        at = self.at if self.shown else self.first
        items, options = self.items(), self.query_one(OptionList)
        self.shown = [
            item for item in items if item[0]
        ]  # one without words is a line between others
        options.set_options([words or None for words, _ in items] or [self.empty])
        options.highlighted = min(at, max(0, len(self.shown) - 1))

    @property
    def at(self) -> int:
        return self.query_one(OptionList).highlighted or 0

    def on_option_list_option_selected(self) -> None:
        if self.shown:
            self.attempt(self.shown[self.at][1])


class HomeScreen(ListScreen):
    """Other screens are loaded when somebody goes there."""

    BINDINGS = [("escape,q", "back", "Quit")]
    heading = (
        "[$x]●[/]   [$o]●[/]\n  ●  \n[$o]●[/]   [$x]●[/]\n\n[b]Quincunx[/b]\n"
        "[$quiet]strategy games for two[/]"
    )

    def items(self) -> list[MenuItem]:
        from quincunx.play.saved_games import list_saved

        kept: list[str] = []
        with suppress(QuincunxError):
            kept = list_saved()
        names = [f"Continue ({len(kept)})"] if kept else []
        names += ["Play", "Puzzle of the day", "Learn", "History", "Rules", "The book's dialogue"]
        return [(name, partial(self.go, name.split()[0])) for name in names]

    def go(self, name: str) -> None:
        from quincunx.screen.menus import SCREENS

        self.workers.cancel_node(self)  # whoever goes elsewhere wants no puzzle
        if name in SCREENS:
            self.app.push_screen(SCREENS[name]())
        else:
            self.puzzle() if name == "Puzzle" else self.app.exit(DIALOGUE)

    @in_background()
    async def puzzle(self) -> None:
        from datetime import date

        from quincunx.analysis.puzzles import daily
        from quincunx.screen.study import PuzzleScreen

        self.notify("Looking for it …", timeout=2)
        self.app.push_screen(PuzzleScreen(await self.app.ask(daily, date.today()), date.today()))

    def action_back(self) -> None:
        self.app.exit()
