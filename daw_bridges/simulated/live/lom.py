"""The base of every object in the model: identity, life and death, declared properties and their listeners.

A name with an underscore behind it is the simulation's own and has no counterpart in Live.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, TypeVar, cast, overload

from daw_bridges.simulated.live.document import Callback, Document
from daw_bridges.simulated.live.undo import Undo

__all__ = ["ArgumentError", "LomObject", "Property", "Since", "strict"]

T = TypeVar("T")

_POINTERS = itertools.count(0x7F8A00001000, 0x40)
_ALIVE = "alive"


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
        undo: Undo = Undo.STEP,
    ) -> None:
        self.kind = kind
        self.default = default
        self.check = check
        self.applies = applies
        self.read_only = read_only
        self.listen = listen
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
        return obj.__dict__.get(self.slot, self.default)

    def __set__(self, obj: LomObject, value: T) -> None:
        if self.read_only:
            raise AttributeError(f"can't set attribute '{self.name}'")
        if self.applies is not None and not self.applies(obj):
            raise RuntimeError(f"{type(obj).__name__}.{self.name} is not available here")
        value = strict(self.kind, value, f"{type(obj).__name__}.{self.name}")
        obj.assign_(self.name, self.check(obj, value) if self.check else value)


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
        return self.parent_

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return hash(self._live_ptr)

    def get_(self, name: str) -> Any:
        declared = self._properties.get(name)
        return self.__dict__.get(f"={name}", declared.default if declared else None)

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

    def restore_(self, name: str, value: Any) -> None:
        """Write a property back on undo or redo."""
        if name == _ALIVE:
            self.revive_() if value else self.die_()
            return
        self.__dict__[f"={name}"] = value
        self.changed_(name)

    def changed_(self, name: str) -> None:
        """Tell the listeners; subclasses add the properties that follow from this one."""
        self.doc_.changed(self, name)

    def parameter_changed_(self) -> None:
        """Hear that a parameter of this object has a new value."""

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
        if not isinstance(self, _Gone):
            self.doc_.forget_listeners(self)
            object.__setattr__(self, "__class__", _gone_class(type(self)))

    def revive_(self) -> None:
        """Come back; called on the dead, which only answer to this."""

    def take_from_(self, other: LomObject) -> None:
        """Take every declared value of another object of the same class: the start of duplicating it."""
        own = vars(other)
        self.__dict__.update({p.slot: own[p.slot] for p in self._properties.values() if p.slot in own})


class _Gone:
    """What a deleted object turns into until an undo brings it back."""

    _PASS = frozenset(
        {"__class__", "__dict__", "__eq__", "__ne__", "__hash__", "_live_ptr", "restore_", "revive_", "die_"}
    )

    def __getattribute__(self, name: str) -> Any:
        if name in _Gone._PASS:
            return object.__getattribute__(self, name)
        kind = type(self).__name__
        raise ArgumentError(
            f"Python argument types in None.{name}({kind}) did not match C++ signature: "
            f"the {kind} has been deleted"
        )

    def __setattr__(self, name: str, value: object) -> None:
        self.__getattribute__(name)

    def __eq__(self, other: object) -> bool:
        return other is None or self is other

    def __hash__(self) -> int:
        return hash(object.__getattribute__(self, "_live_ptr"))

    def die_(self) -> None:
        """Be dead already."""

    def revive_(self) -> None:
        object.__setattr__(self, "__class__", type(self).__bases__[1])

    def restore_(self, name: str, value: Any) -> None:
        if name == _ALIVE:
            if value:
                self.revive_()
        else:
            object.__getattribute__(self, "__dict__")[f"={name}"] = value


_GONE: dict[type, type] = {}


def _gone_class(cls: type) -> type:
    if cls not in _GONE:
        # Listener methods are not made again: the dead answer to nothing anyway.
        _GONE[cls] = type(cls.__name__, (_Gone, cls), {"__module__": cls.__module__})
    return _GONE[cls]


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
