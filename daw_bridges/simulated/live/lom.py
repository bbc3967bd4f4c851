"""The base of every object in the model: identity, life and death, declared properties and their listeners.

In a running Live a script meets the same object in ever new wrappers, so identity (``is``) tells nothing;
equality and ``_live_ptr`` do. All wrappers of an object share its state. A name with an underscore behind it
is the simulation's own and has no counterpart in Live.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast, overload

from daw_bridges.simulated.live.document import Callback, Document
from daw_bridges.simulated.live.undo import Undo
from daw_bridges.simulated.live.vector import Vector

__all__ = ["ArgumentError", "LomObject", "Property", "Since", "strict"]

T = TypeVar("T")

_POINTERS = itertools.count(0x7F8A00001000, 0x40)
_ALIVE = "alive"
_STASH = "stash"


class ArgumentError(TypeError):
    """What Live's binding raises for arguments of the wrong type and for objects that are gone."""


def strict(kind: type[T], value: object, where: str) -> T:
    """``value`` as Live's binding would take it; ArgumentError if it would not.

    Floats take whole numbers and switches take 0 and 1, but whole numbers do not take floats.
    """
    if kind is float and isinstance(value, (int, float)):
        return kind(value)
    if kind is bool and isinstance(value, int):
        return kind(value)
    if kind is int and isinstance(value, int):
        return kind(value)
    if isinstance(value, kind) and kind not in (int, float, bool):
        return value
    given = type(value).__name__
    raise ArgumentError(
        f"Python argument types in {where}({given}) did not match C++ signature: ({kind.__name__})"
    )


class Property(Generic[T]):
    """A declared property of a Live object: typed, checked, observable and undoable."""

    def __init__(
        self,
        kind: type[T],
        default: T,
        *,
        check: Callable[[Any, T], T] | None = None,
        applies: Callable[[Any], bool] | None = None,
        read_only: bool = False,
        listen: bool = True,
        late: bool = False,
        undo: Undo = Undo.STEP,
    ) -> None:
        self.kind = kind
        self.default = default
        self.check = check
        self.applies = applies
        self.read_only = read_only
        self.listen = listen
        self.late = late
        self.undo = undo
        self.name = ""
        self.slot = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        self.slot = f"={name}"

    @overload
    def __get__(self, obj: None, owner: type) -> Property[T]: ...
    @overload
    def __get__(self, obj: LomObject, owner: type) -> T: ...
    def __get__(self, obj: LomObject | None, owner: type) -> Property[T] | T:
        if obj is None:
            return self
        if self.applies is not None and not self.applies(obj):
            raise RuntimeError(f"{owner.__name__}.{self.name} is not available here")
        state = obj.__dict__
        if self.slot in state:
            return state[self.slot]
        obj.check_alive_(self.name)
        return self.default

    def __set__(self, obj: LomObject, value: T) -> None:
        if self.read_only:
            raise AttributeError(f"can't set attribute '{self.name}'")
        if self.applies is not None and not self.applies(obj):
            raise RuntimeError(f"{type(obj).__name__}.{self.name} is not available here")
        value = strict(self.kind, value, f"{type(obj).__name__}.{self.name}")
        checked = self.check(obj, value) if self.check else value
        if self.late:
            obj.assign_later_(self.name, checked)
        else:
            obj.assign_(self.name, checked)


class Since(Generic[T]):
    """A method that only exists from a version of Live on."""

    def __init__(self, *version: int) -> None:
        self.version = version
        self.method: Callable[..., T]

    def __call__(self, method: Callable[..., T]) -> Since[T]:
        self.method = method
        return self

    def __get__(self, obj: LomObject | None, owner: type) -> Callable[..., T]:
        if obj is None:
            return self.method
        if obj.doc_.version < self.version:
            raise AttributeError(f"'{owner.__name__}' object has no attribute '{self.method.__name__}'")
        return self.method.__get__(obj, owner)


class LomObject:
    """An object of a set. Equal to None once it is gone; touching it then raises ArgumentError."""

    _observable: ClassVar[tuple[str, ...]] = ()
    _properties: ClassVar[dict[str, Property[Any]]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own: dict[str, Property[Any]] = {
            name: cast("Property[Any]", value)
            for name, value in vars(cls).items()
            if isinstance(value, Property)
        }
        cls._properties = {**cls._properties, **own}
        names: Iterable[str] = (name for name, value in own.items() if value.listen)
        for name in (*names, *vars(cls).get("_observable", ())):
            _add_listener_methods(cls, name)

    def __init__(self, doc: Document, parent: LomObject | None) -> None:
        self.doc_ = doc
        self.parent_ = parent
        self._live_ptr = next(_POINTERS)
        doc.journal.record(self, _ALIVE, before=False, after=True, undo=Undo.STEP)

    @property
    def canonical_parent(self) -> LomObject | None:
        """The object this one belongs to."""
        return _wrapped(self.parent_) if self.parent_ is not None and self.doc_.wraps_anew else self.parent_

    def __eq__(self, other: object) -> bool:
        if other is None:
            return _STASH in self.__dict__
        return self is other or (isinstance(other, LomObject) and other._live_ptr == self._live_ptr)

    def __hash__(self) -> int:
        return hash(self._live_ptr)

    if not TYPE_CHECKING:  # a type checker would take it as leave to read anything

        def __getattr__(self, name: str) -> Any:
            """Answer for what is not there: nothing is, once the object is gone."""
            self.check_alive_(name)
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __dir__(self) -> list[str]:
        """What Live would show: nothing of the simulation's own."""
        return [name for name in super().__dir__() if name.endswith("__") or not name.endswith("_")]

    def check_alive_(self, name: str) -> None:
        """Raise what Live raises when a script touches an object that is gone."""
        if _STASH in self.__dict__:
            kind = type(self).__name__
            raise ArgumentError(
                f"Python argument types in None.{name}({kind}) did not match C++ signature: "
                f"the {kind} has been deleted"
            )

    def get_(self, name: str) -> Any:
        """The stored value of a property, without asking whether it applies."""
        state = self.__dict__
        slot = f"={name}"
        if slot in state:
            return state[slot]
        self.check_alive_(name)
        declared = self._properties.get(name)
        return declared.default if declared else None

    def one_(self, name: str) -> Any:
        """The object stored under ``name`` as a script gets it: in a new wrapper each time, or None."""
        found = self.get_(name)
        return found if found is None or not self.doc_.wraps_anew else _wrapped(found)

    def all_(self, name: str) -> tuple[Any, ...]:
        """The objects stored under ``name``; in a running Live in new wrappers, in a vector."""
        found: tuple[LomObject, ...] = self.get_(name) or ()
        return cast("Any", Vector(map(_wrapped, found))) if self.doc_.wraps_anew else found

    def assign_(self, name: str, value: Any, undo: Undo | None = None) -> None:
        """Write a property with all that belongs to it: rules, faults, undo, listeners."""
        doc = self.doc_
        with doc.change():
            if doc.faults is not None and not doc.faults.permits(self, name):
                return
            before = self.get_(name)
            if before is value or (type(before) is type(value) and before == value):
                return
            self.__dict__[f"={name}"] = value
            declared = self._properties.get(name)
            doc.journal.record(self, name, before, value, undo or (declared.undo if declared else Undo.STEP))
            self.changed_(name)

    def assign_later_(self, name: str, value: Any) -> None:
        """Write a property on Live's next tick, as Live does with what belongs to its audio thread."""
        doc = self.doc_
        if doc.faults is None or doc.faults.permits(self, name):
            doc.later(lambda: self.assign_(name, value))

    def restore_(self, name: str, value: Any) -> None:
        """Write a property back on undo or redo."""
        if name == _ALIVE:
            self.revive_() if value else self.die_()
        elif _STASH in self.__dict__:
            self.__dict__[_STASH][f"={name}"] = value
        else:
            self.__dict__[f"={name}"] = value
            self.changed_(name)

    def changed_(self, name: str) -> None:
        """Tell the listeners; subclasses add the properties that follow from this one."""
        self.doc_.changed(self, name)

    def parameter_changed_(self) -> None:
        """Hear that a parameter of this object has a new value."""

    def content_renamed_(self) -> None:
        """Hear that something in this object has another name."""

    def children_(self) -> Iterable[LomObject]:
        """The objects that live and die with this one."""
        return ()

    def delete_(self) -> None:
        """Let the object and all that is in it go, undoably."""
        for child in self.children_():
            child.delete_()
        self.doc_.journal.record(self, _ALIVE, before=True, after=False, undo=Undo.STEP)
        self.die_()

    def die_(self) -> None:
        """Put everything the object knows aside, so that it answers to nothing."""
        state = self.__dict__
        if _STASH not in state:
            self.doc_.forget_listeners(self)
            stash = dict(state)
            state.clear()
            state.update({"_live_ptr": stash["_live_ptr"], _STASH: stash})

    def revive_(self) -> None:
        """Come back as it was."""
        self.__dict__.update(self.__dict__.pop(_STASH, {}))

    def take_from_(self, other: LomObject) -> None:
        """Take every declared value of another object of the same class: the start of duplicating it."""
        own = vars(other)
        self.__dict__.update({p.slot: own[p.slot] for p in self._properties.values() if p.slot in own})


def _add_listener_methods(cls: type[LomObject], name: str) -> None:
    def add(self: LomObject, callback: Callback) -> None:
        self.doc_.add_listener(self, name, callback)

    def remove(self: LomObject, callback: Callback) -> None:
        self.doc_.remove_listener(self, name, callback)

    def has(self: LomObject, callback: Callback) -> bool:
        return self.doc_.has_listener(self, name, callback)

    for method, spelling in (
        (add, "add_{}_listener"),
        (remove, "remove_{}_listener"),
        (has, "{}_has_listener"),
    ):
        method.__name__ = spelling.format(name)
        setattr(cls, method.__name__, method)


def _wrapped(item: T) -> T:
    """Another wrapper of the same object: equal, with the same pointer and state, and not identical."""
    wrapper = object.__new__(type(item))
    wrapper.__dict__ = item.__dict__
    return wrapper
