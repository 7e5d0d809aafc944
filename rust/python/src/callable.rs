//! Public functions of the core as objects that also have the attributes of the function of Python behind them: types,
//! documentation, what it wraps. Built-in functions have no such attributes. A class of `PyO3` could have them, but the
//! interpreter would make a tuple and a dict for each of its calls, which take as long as the evaluation of a hand.
//!
//! Code of Python is called from here by functions that have nothing to drop: if a daemon thread runs it at the end of the
//! interpreter, the system unwinds the thread, which other code of Rust does not survive.

use std::ffi::{CStr, c_int, c_uint, c_void};
use std::mem::{offset_of, transmute};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{null_mut, write};
use std::slice::from_raw_parts;

use pokerbits::runtime::lazy::Lazy;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyType};

use crate::plain::{ByPlace, not_plain};
use crate::{evaluator, hand_strength, odds, omaha};

/// The interpreter reads the first two fields of a call itself, by the protocol of PEP 590.
#[repr(C)]
struct PlainFirst {
    base: PyObject,
    /// The call by place; `None` for a function that takes a tuple and a dict.
    vectorcall: Option<Vectorcall>,
    /// The function of the core, what it is called with, and the built-in function that has both.
    call: Option<ffi::PyCFunctionFastWithKeywords>,
    slf: *mut PyObject,
    native: *mut PyObject,
    /// The same function for calls without names.
    by_place: Option<ByPlace>,
    /// The function of Python that gets the calls for which the core returns `NotImplemented` or raises a `TypeError`.
    behind: *mut PyObject,
    /// A function of Python that makes the result of what the core returns, or null.
    finish: *mut PyObject,
    /// Whether it also gets the arguments by place.
    with_players: bool,
    dict: *mut PyObject,
}

type Vectorcall =
    unsafe extern "C-unwind" fn(*mut PyObject, *const *mut PyObject, usize, *mut PyObject) -> *mut PyObject;

/// The bit of the number of arguments that says that the callee may use the place before them. This one does not.
const ROOM_BEFORE: usize = 1 << (usize::BITS - 1);
const HAVE_VECTORCALL: c_uint = 1 << 11;

/// The functions that [`plain_first!`](crate::plain::plain_first) declares, for calls without names.
const BY_PLACE: [(&str, ByPlace); 10] = [
    ("best_five", evaluator::best_five_by_place),
    ("category", evaluator::category_by_place),
    ("describe", evaluator::describe_by_place),
    ("evaluate", evaluator::evaluate_by_place),
    ("evaluate_omaha", omaha::evaluate_omaha_by_place),
    ("evaluate_omaha_low", omaha::evaluate_omaha_low_by_place),
    ("expected_hand_strength", hand_strength::expected_hand_strength_by_place),
    ("hand_strength", hand_strength::hand_strength_by_place),
    ("odds_vs_random", odds::odds_vs_random_by_place),
    ("outs", evaluator::outs_by_place),
];

/// A function that takes plain calls and leaves the others to `function`. `finish` makes the result of what `native` returns,
/// and of the arguments by place if these are players.
#[pyfunction]
#[pyo3(signature = (native, function, finish, with_players, /))]
#[allow(unsafe_code)]
pub(crate) fn put_before<'py>(
    native: &Bound<'py, PyCFunction>,
    function: &Bound<'py, PyAny>,
    finish: Option<&Bound<'py, PyAny>>,
    with_players: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = native.py();
    let class = class(py)?.bind(py);
    let name = native.getattr(intern!(py, "__name__"))?;
    let name = name.extract::<&str>()?;
    let without_names = BY_PLACE.iter().find(|(of, _)| *of == name).map(|&(_, function)| function);
    // SAFETY: `native` is a built-in function, as its type says, and flags tell what its pointer takes. The class makes room
    // for a `PlainFirst`, in which every field after the base is zeros, a valid value of each; `write` sets all of them.
    unsafe {
        let flags = ffi::PyCFunction_GetFlags(native.as_ptr());
        let Some(pointer) = ffi::PyCFunction_GetFunction(native.as_ptr()) else {
            return Err(PyTypeError::new_err("expected a function of this module"));
        };
        let is_fast = flags == ffi::METH_FASTCALL | ffi::METH_KEYWORDS;
        let call = is_fast.then(|| transmute::<ffi::PyCFunction, ffi::PyCFunctionFastWithKeywords>(pointer));
        let object = ffi::PyType_GenericAlloc(class.as_type_ptr(), 0);
        let new = Bound::from_owned_ptr_or_err(py, object)?;
        let fields = object.cast::<PlainFirst>();
        write(&raw mut (*fields).vectorcall, call.map(|_| by_place as Vectorcall));
        write(&raw mut (*fields).call, call);
        write(&raw mut (*fields).slf, ffi::PyCFunction_GetSelf(native.as_ptr()));
        write(&raw mut (*fields).native, native.clone().into_ptr());
        write(&raw mut (*fields).by_place, without_names);
        write(&raw mut (*fields).behind, function.clone().into_ptr());
        write(&raw mut (*fields).finish, finish.map_or(null_mut(), |finish| finish.clone().into_ptr()));
        write(&raw mut (*fields).with_players, with_players);
        write(&raw mut (*fields).dict, null_mut());
        Ok(new)
    }
}

/// The class of such objects.
#[allow(unsafe_code)]
fn class(py: Python<'_>) -> PyResult<&'static Py<PyType>> {
    static CLASS: Lazy<Py<PyType>> = Lazy::new();
    CLASS.get_or_try_init(|| {
        // The interpreter keeps pointers to these.
        let members = Box::leak(Box::new([
            offset(c"__vectorcalloffset__", offset_of!(PlainFirst, vectorcall)),
            offset(c"__dictoffset__", offset_of!(PlainFirst, dict)),
            ffi::PyMemberDef::default(),
        ]));
        let attributes = Box::leak(Box::new([
            ffi::PyGetSetDef {
                name: c"__dict__".as_ptr(),
                get: Some(ffi::PyObject_GenericGetDict),
                ..ffi::PyGetSetDef::default()
            },
            ffi::PyGetSetDef::default(),
        ]));
        let methods = Box::leak(Box::new([
            ffi::PyMethodDef {
                ml_name: c"__reduce__".as_ptr(),
                ml_meth: ffi::PyMethodDefPointer { PyCFunction: reduce },
                ml_flags: ffi::METH_NOARGS,
                ml_doc: std::ptr::null(),
            },
            ffi::PyMethodDef::zeroed(),
        ]));
        let mut slots = [
            (ffi::Py_tp_call, by_tuple as *mut c_void),
            (ffi::Py_tp_dealloc, dealloc as *mut c_void),
            (ffi::Py_tp_repr, repr as *mut c_void),
            (ffi::Py_tp_members, members.as_mut_ptr().cast()),
            (ffi::Py_tp_getset, attributes.as_mut_ptr().cast()),
            (ffi::Py_tp_methods, methods.as_mut_ptr().cast()),
            (0, null_mut()),
        ]
        .map(|(slot, pfunc)| ffi::PyType_Slot { slot, pfunc });
        let mut spec = ffi::PyType_Spec {
            name: c"pokerbits._native.PlainFirst".as_ptr(),
            basicsize: size_of::<PlainFirst>() as c_int,
            itemsize: 0,
            flags: ffi::Py_TPFLAGS_DEFAULT as c_uint | HAVE_VECTORCALL,
            slots: slots.as_mut_ptr(),
        };
        // SAFETY: names, members and methods live for ever; slots end with zeros and have functions of the types that their
        // names say; the size is that of the struct, whose offsets the members give.
        unsafe {
            let class = Bound::from_owned_ptr_or_err(py, ffi::PyType_FromSpec(&raw mut spec))?;
            Ok(class.cast_into::<PyType>()?.unbind())
        }
    })
}

/// The place of a field that the interpreter uses.
fn offset(name: &'static CStr, offset: usize) -> ffi::PyMemberDef {
    ffi::PyMemberDef {
        name: name.as_ptr(),
        type_code: ffi::Py_T_PYSSIZET,
        offset: offset as ffi::Py_ssize_t,
        flags: ffi::Py_READONLY,
        doc: std::ptr::null(),
    }
}

/// A call with its arguments side by side, those with names last.
#[allow(unsafe_code)]
unsafe extern "C-unwind" fn by_place(
    callable: *mut PyObject,
    arguments: *const *mut PyObject,
    n: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the interpreter calls this for objects of the class alone, which live during the call, and whose fields do not
    // change. `call` takes arguments in this form; it is there for objects that have this function. Objects are checked
    // for null, which stands for an exception, and have one reference more than they need, which is given back.
    unsafe {
        let fields = callable.cast::<PlainFirst>();
        let n = (n & !ROOM_BEFORE).cast_signed();
        let Some(call) = (*fields).call else { return null_mut() };
        let answer = match (*fields).by_place {
            Some(function) if names.is_null() => {
                without_names(function, arguments, n).unwrap_or_else(|| call((*fields).slf, arguments, n, names))
            }
            _ => call((*fields).slf, arguments, n, names),
        };
        let is_plain = !is_left(answer);
        if is_plain && (answer.is_null() || (*fields).finish.is_null()) {
            return answer;
        }
        if is_plain && !(*fields).with_players {
            return finished((*fields).finish, answer, null_mut());
        }
        let by_place = ffi::PyTuple_New(n);
        if by_place.is_null() {
            ffi::Py_DECREF(answer);
            return null_mut();
        }
        for at in 0..n {
            let argument = *arguments.offset(at);
            ffi::Py_INCREF(argument);
            ffi::PyTuple_SetItem(by_place, at, argument);
        }
        if is_plain {
            return finished((*fields).finish, answer, by_place);
        }
        let by_name = ffi::PyDict_New();
        if by_name.is_null() {
            ffi::Py_DECREF(by_place);
            return null_mut();
        }
        let mut is_read = true;
        let n_names = if names.is_null() { 0 } else { ffi::PyTuple_Size(names) };
        for at in 0..n_names {
            is_read &= ffi::PyDict_SetItem(by_name, ffi::PyTuple_GetItem(names, at), *arguments.offset(n + at)) == 0;
        }
        let result = if is_read { python()((*fields).behind, by_place, by_name) } else { null_mut() };
        ffi::Py_DECREF(by_place);
        ffi::Py_DECREF(by_name);
        result
    }
}

/// The answer to a call without names, as the built-in function gives it. It is `None` if that has a panic to report.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn without_names(function: ByPlace, arguments: *const *mut PyObject, n: isize) -> Option<*mut PyObject> {
    // SAFETY: the interpreter calls from an attached thread, with `n` objects that live during the call and that are not
    // null; a `Borrowed` is such a pointer. There may be no pointer where there are no arguments.
    unsafe {
        let py = Python::assume_attached();
        let arguments =
            if n == 0 { &[] } else { from_raw_parts(arguments.cast::<Borrowed<'_, '_, PyAny>>(), n.cast_unsigned()) };
        match catch_unwind(AssertUnwindSafe(|| function(py, arguments))).ok()? {
            Ok(Some(found)) => Some(found.into_ptr()),
            Ok(None) => Some(not_plain(py).into_ptr()),
            Err(error) => {
                error.restore(py);
                Some(null_mut())
            }
        }
    }
}

/// A call with a tuple and a dict, which may be null.
#[allow(unsafe_code)]
unsafe extern "C-unwind" fn by_tuple(
    callable: *mut PyObject,
    arguments: *mut PyObject,
    named: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as for `by_place`; the built-in function takes what the interpreter gives.
    unsafe {
        let fields = callable.cast::<PlainFirst>();
        let answer = ffi::PyObject_Call((*fields).native, arguments, named);
        if is_left(answer) {
            return python()((*fields).behind, arguments, named);
        }
        if answer.is_null() || (*fields).finish.is_null() {
            return answer;
        }
        if !(*fields).with_players {
            return finished((*fields).finish, answer, null_mut());
        }
        ffi::Py_INCREF(arguments);
        finished((*fields).finish, answer, arguments)
    }
}

/// Whether a call is left to the function of Python: the core says so, or the call has arguments that no function of this name
/// has, of which Python's error says more. The reference to such an answer is taken.
#[allow(unsafe_code)]
unsafe extern "C-unwind" fn is_left(answer: *mut PyObject) -> bool {
    // SAFETY: the caller gives a live object, or null with an exception set.
    unsafe {
        if answer.is_null() {
            let is_left = ffi::PyErr_ExceptionMatches(ffi::PyExc_TypeError) != 0;
            if is_left {
                ffi::PyErr_Clear();
            }
            return is_left;
        }
        let is_left = answer == ffi::Py_NotImplemented();
        if is_left {
            ffi::Py_DECREF(answer);
        }
        is_left
    }
}

/// The result that `finish` makes of an answer, and of the arguments by place unless they are null. The references to both are taken.
#[allow(unsafe_code)]
unsafe extern "C-unwind" fn finished(
    finish: *mut PyObject,
    answer: *mut PyObject,
    by_place: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the caller gives live objects; the tuple takes their references, also if it fails.
    unsafe {
        let arguments = ffi::PyTuple_New(if by_place.is_null() { 1 } else { 2 });
        if arguments.is_null() {
            ffi::Py_DECREF(answer);
            ffi::Py_XDECREF(by_place);
            return null_mut();
        }
        ffi::PyTuple_SetItem(arguments, 0, answer);
        if !by_place.is_null() {
            ffi::PyTuple_SetItem(arguments, 1, by_place);
        }
        let result = python()(finish, arguments, null_mut());
        ffi::Py_DECREF(arguments);
        result
    }
}

type CallPython = unsafe extern "C-unwind" fn(*mut PyObject, *mut PyObject, *mut PyObject) -> *mut PyObject;

/// The interpreter's function that calls an object, which the system may unwind.
#[allow(unsafe_code)]
fn python() -> CallPython {
    type Call = unsafe extern "C" fn(*mut PyObject, *mut PyObject, *mut PyObject) -> *mut PyObject;
    // SAFETY: the same function by a type that says more of it.
    unsafe { transmute::<Call, CallPython>(ffi::PyObject_Call) }
}

/// Pickles as a function does: by name.
#[allow(unsafe_code)]
unsafe extern "C" fn reduce(object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the interpreter gives an object that lives during the call; a null result has an exception set.
    unsafe { ffi::PyObject_GetAttrString(object, c"__qualname__".as_ptr()) }
}

#[allow(unsafe_code)]
unsafe extern "C" fn repr(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: as for `reduce`; `%S` takes any object.
    unsafe {
        let [module, name] =
            [c"__module__", c"__qualname__"].map(|name| ffi::PyObject_GetAttrString(object, name.as_ptr()));
        let text = if module.is_null() || name.is_null() {
            null_mut()
        } else {
            ffi::PyUnicode_FromFormat(c"<function %S.%S>".as_ptr(), module, name)
        };
        ffi::Py_XDECREF(module);
        ffi::Py_XDECREF(name);
        text
    }
}

#[allow(unsafe_code)]
unsafe extern "C" fn dealloc(object: *mut PyObject) {
    // SAFETY: the last reference is gone, so nobody else has the fields; an object of such a class holds a reference to it.
    unsafe {
        let class = ffi::Py_TYPE(object);
        let fields = object.cast::<PlainFirst>();
        for held in [(*fields).native, (*fields).behind, (*fields).finish, (*fields).dict] {
            ffi::Py_XDECREF(held);
        }
        ffi::PyObject_Free(object.cast());
        ffi::Py_DECREF(class.cast());
    }
}
