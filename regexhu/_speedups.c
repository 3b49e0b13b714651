/* What runs at C speed: verdicts on MPSZ text by an automaton that grows while it is used; see _speedups.pyi.

   A judge answers what it was taught, and hands every other call to its fallback, which is Python. So nothing here tells
   what is wrong with a hand: a text that isn't plainly right is one that the judge can't answer. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#include "_judge.h"
#include "_many.h"
#include "_text.h"

/* ---- Calls of a judge --------------------------------------------------------------------------------------------- */

/* Whether a context is that of a call with these very objects, as when the same line calls again. */
static int is_same(const Context *context, PyObject *const *values, PyObject *names, Py_ssize_t given) {
    PyObject *key = context->key;
    if (!key || !PyTuple_Check(key) || PyTuple_GET_SIZE(key) != given + 1)
        return 0;
    PyObject *known = PyTuple_GET_ITEM(key, 0);
    if (!PyTuple_Check(known) || PyTuple_GET_SIZE(known) != given)
        return 0;
    for (Py_ssize_t at = 0; at < given; at++)
        if (PyTuple_GET_ITEM(known, at) != PyTuple_GET_ITEM(names, at) || PyTuple_GET_ITEM(key, at + 1) != values[at])
            return 0;
    return 1;
}

/* The context of a call's keywords; NULL where it isn't taught, or with an exception set. */
static const Context *context_of(Judge *judge, PyObject *const *values, PyObject *names) {
    Py_ssize_t given = names ? PyTuple_GET_SIZE(names) : 0;
    const Context *context = judge->contexts;
    if (!given || !context)
        return context && context->key ? context : NULL;
    if (judge->recent < judge->context_number && is_same(context + judge->recent, values, names, given))
        return context + judge->recent;
    PyObject *key = PyTuple_New(given + 1);
    if (!key)
        return NULL;
    PyTuple_SET_ITEM(key, 0, Py_NewRef(names));
    for (Py_ssize_t at = 0; at < given; at++)
        PyTuple_SET_ITEM(key, at + 1, Py_NewRef(values[at]));
    PyObject *number = PyDict_GetItemWithError(judge->known, key);
    long found = number ? PyLong_AsLong(number) : LONG_MAX; /* comparing keys may have run anything, forget() too */
    context = found < judge->context_number && judge->contexts[found].key ? judge->contexts + found : NULL;
    if (context && PyTuple_GET_SIZE(context->key) != given + 1)
        context = NULL;
    for (Py_ssize_t at = 1; context && at <= given; at++) /* True equals 1, and is told from it */
        if (!Py_IS_TYPE(PyTuple_GET_ITEM(key, at), Py_TYPE(PyTuple_GET_ITEM(context->key, at))))
            context = NULL;
    if (context)
        judge->recent = (int)found;
    else if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Clear();
    Py_DECREF(key);
    return context;
}

static PyObject *fall_back(Judge *judge, PyObject *const *args, size_t nargsf, PyObject *names) {
    if (Py_EnterRecursiveCall(" while judging a hand"))
        return NULL;
    PyObject *fallback = Py_NewRef(judge->fallback), *found = PyObject_Vectorcall(fallback, args, nargsf, names);
    Py_DECREF(fallback);
    Py_LeaveRecursiveCall();
    return found;
}

static PyObject *judge_call(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *names) {
    Judge *judge = (Judge *)self;
    if (PyVectorcall_NARGS(nargsf) == 1 && PyUnicode_CheckExact(args[0]) && PyUnicode_IS_COMPACT_ASCII(args[0])) {
        const Context *context = context_of(judge, args + 1, names);
        if (!context && PyErr_Occurred())
            return NULL;
        int won = context ? verdict(judge, context, PyUnicode_DATA(args[0]), PyUnicode_GET_LENGTH(args[0])) : UNKNOWN;
        if (won != UNKNOWN)
            return PyBool_FromLong(won);
    }
    return fall_back(judge, args, nargsf, names);
}

/* judge.waits(text, ...): the set of kinds which win when they are drawn, or None where that isn't known. */
static PyObject *waits(Judge *judge, PyObject *const *args, Py_ssize_t given, PyObject *names) {
    const Context *context = given == 1 ? context_of(judge, args + 1, names) : NULL;
    Hand hand;
    if (!context && PyErr_Occurred())
        return NULL;
    if (!context || context->winner >= 0 || !PyUnicode_CheckExact(args[0]) || !PyUnicode_IS_COMPACT_ASCII(args[0]) ||
        !read_hand(PyUnicode_DATA(args[0]), PyUnicode_GET_LENGTH(args[0]), &hand))
        Py_RETURN_NONE;
    return waits_of(judge, context, &hand);
}

/* ---- What a judge is taught --------------------------------------------------------------------------------------- */

static int in_range(const char *what, long long number, long long low, long long high) {
    if (low <= number && number <= high)
        return 1;
    PyErr_Format(PyExc_ValueError, "%s is a number from %lld to %lld, not %lld", what, low, high, number);
    return 0;
}

/* Make room for the cells of a state. */
static int reach(Judge *judge, long long state) {
    size_t width = (size_t)judge->width, number = judge->cell_number;
    if (!in_range("a state", state, 0, MOST_CELLS / judge->width - 1))
        return 0;
    while (number < ((size_t)state + 1) * width)
        number = number ? 2 * number : 64 * width;
    if (number == judge->cell_number)
        return 1;
    uint32_t *cells = PyMem_Realloc(judge->cells, number * sizeof *cells);
    if (!cells)
        return PyErr_NoMemory() != NULL;
    memset(cells + judge->cell_number, 0xFF, (number - judge->cell_number) * sizeof *cells);
    judge->cells = cells;
    judge->cell_number = number;
    return 1;
}

static PyObject *teach(Judge *judge, PyObject *args) {
    long long state, column, target;
    if (!PyArg_ParseTuple(args, "LLL:teach", &state, &column, &target) ||
        !in_range("a column", column, 0, judge->width - 1) || !reach(judge, state) || !reach(judge, target))
        return NULL;
    judge->cells[state * judge->width + column] = (uint32_t)(target * judge->width);
    Py_RETURN_NONE;
}

static PyObject *teach_root(Judge *judge, PyObject *args) {
    int context, wild_winner;
    unsigned char size, wilds, bits;
    long long state;
    if (!PyArg_ParseTuple(args, "ibbbiL:teach_root", &context, &size, &wilds, &bits, &wild_winner, &state) ||
        !in_range("a context", context, 0, judge->context_number - 1) ||
        !in_range("a kind or none", wild_winner, -1, KINDS - 1) || !reach(judge, state))
        return NULL;
    if (2 * judge->taken >= judge->places) {
        size_t places = judge->places ? 2 * judge->places : 64;
        Root *roots = PyMem_Calloc(places, sizeof *roots);
        if (!roots)
            return PyErr_NoMemory();
        for (size_t at = 0; at < judge->places; at++)
            if (judge->roots[at].key)
                *root_of(roots, places, judge->roots[at].key) = judge->roots[at];
        PyMem_Free(judge->roots);
        judge->roots = roots;
        judge->places = places;
    }
    Root *root = root_of(judge->roots, judge->places, root_key(context, size, wilds, bits, wild_winner));
    judge->taken += !root->key;
    *root = (Root){root_key(context, size, wilds, bits, wild_winner), (uint32_t)(state * judge->width)};
    Py_RETURN_NONE;
}

/* The number of the context, or -1 where there are too many. */
static PyObject *teach_context(Judge *judge, PyObject *args) {
    PyObject *key, *tests, *number = NULL;
    Context new = {0};
    long long wild;
    if (!PyArg_ParseTuple(args, "OLiO!:teach_context", &key, &wild, &new.winner, &PyList_Type, &tests) ||
        !in_range("wild", wild, 0, (1LL << KINDS) - 1) || !in_range("a winner", new.winner, -2, KINDS - 1) ||
        !in_range("the number of tests", PyList_GET_SIZE(tests), 0, MOST_TESTS))
        return NULL;
    for (new.wild = (uint64_t)wild; new.lowest < KINDS && !HAS(wild, new.lowest);)
        new.lowest++;
    for (; new.tests < PyList_GET_SIZE(tests); new.tests++) {
        PyObject *test = PyList_GET_ITEM(tests, new.tests);
        int at = new.tests;
        if (!PyTuple_Check(test) || !PyArg_ParseTuple(test, "KKKK:test", new.held + at, new.claimed + at, new.kong + at,
                                                      new.won + at))
            return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "a test is a tuple, not %R", test);
    }
    if (key != Py_None) {
        if (!PyTuple_CheckExact(key))
            return PyErr_Format(PyExc_TypeError, "a key is None or a tuple, not %R", key);
        number = PyDict_GetItemWithError(judge->known, key);
    }
    int at = key == Py_None ? 0 : number ? (int)PyLong_AsLong(number) : Py_MAX(judge->context_number, 1);
    if (PyErr_Occurred() || at > MOST_CONTEXTS)
        return PyErr_Occurred() ? NULL : PyLong_FromLong(-1);
    if (key != Py_None && !number) {
        int failed = !(number = PyLong_FromLong(at)) || PyDict_SetItem(judge->known, key, number) < 0;
        Py_XDECREF(number);
        if (failed)
            return NULL;
    }
    if (at >= judge->context_number) {
        Context *contexts = PyMem_Realloc(judge->contexts, ((size_t)at + 1) * sizeof *contexts);
        if (!contexts)
            return PyErr_NoMemory();
        memset(contexts + judge->context_number, 0, (size_t)(at + 1 - judge->context_number) * sizeof *contexts);
        judge->contexts = contexts;
        judge->context_number = at + 1;
    }
    PyObject *old = judge->contexts[at].key;
    new.key = Py_NewRef(key);
    judge->contexts[at] = new;
    Py_XDECREF(old);
    return PyLong_FromLong(at);
}

static int clear(Judge *judge) {
    Context *contexts = judge->contexts;
    int number = judge->context_number;
    PyMem_Free(judge->roots);
    PyMem_Free(judge->cells);
    judge->contexts = NULL, judge->roots = NULL, judge->cells = NULL;
    judge->context_number = 0, judge->places = 0, judge->taken = 0, judge->cell_number = 0;
    while (number--)
        Py_XDECREF(contexts[number].key);
    PyMem_Free(contexts);
    return 0;
}

static PyObject *forget(Judge *judge, PyObject *nothing) {
    PyDict_Clear(judge->known);
    clear(judge);
    Py_RETURN_NONE;
}

/* ---- is_win(text, rules=name, ...): the judges of rule sets by their names ------------------------------------------ */

static PyObject *is_win_call(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *names) {
    Judge *is_win = (Judge *)self;
    Py_ssize_t given = names ? PyTuple_GET_SIZE(names) : 0, at = 0;
    PyObject *passed[MOST_KEYWORDS], *others = NULL;
    while (at < given && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, at), "rules"))
        at++;
    if (PyVectorcall_NARGS(nargsf) != 1 || at == given || given > MOST_KEYWORDS || !PyUnicode_CheckExact(args[1 + at]))
        return fall_back(is_win, args, nargsf, names);
    PyObject *judge = PyDict_GetItemWithError(is_win->known, args[1 + at]);
    if (!judge)
        return PyErr_Occurred() ? NULL : fall_back(is_win, args, nargsf, names);
    if (given > 1 && !(others = PyTuple_New(given - 1)))
        return NULL;
    for (Py_ssize_t from = 0, to = 0; from < given; from++)
        if (from != at) {
            PyTuple_SET_ITEM(others, to, Py_NewRef(PyTuple_GET_ITEM(names, from)));
            passed[++to] = args[1 + from];
        }
    passed[0] = args[0];
    PyObject *found = PyObject_Vectorcall(Py_NewRef(judge), passed, 1, others);
    Py_DECREF(judge);
    Py_XDECREF(others);
    return found;
}

/* ---- Types and module --------------------------------------------------------------------------------------------- */

static PyObject *made(PyTypeObject *type, vectorcallfunc call, PyObject *fallback, PyObject *known) {
    Judge *judge = known ? (Judge *)type->tp_alloc(type, 0) : NULL;
    if (judge) {
        judge->vectorcall = call;
        judge->fallback = Py_NewRef(fallback);
        judge->known = Py_NewRef(known);
    }
    return (PyObject *)judge;
}

static PyObject *new_judge(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"fallback", "real", "own", "marks", "alike", NULL};
    PyObject *fallback;
    int real, own, marks, alike;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "Oiipi:Judge", names, &fallback, &real, &own, &marks, &alike) ||
        !in_range("real", real, 0, LONGEST) || !in_range("own", own, 0, LONGEST))
        return NULL;
    PyObject *known = PyDict_New();
    Judge *judge = (Judge *)made(type, judge_call, fallback, known);
    Py_XDECREF(known);
    if (judge) {
        judge->real = real, judge->own = own, judge->marks = marks, judge->alike = alike < 0 ? INT_MAX : alike;
        judge->width = 1 + (1 + marks) * (real + own) + MELDS;
    }
    return (PyObject *)judge;
}

static PyObject *new_is_win(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"loaded", "fallback", NULL};
    PyObject *loaded, *fallback;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!O:IsWin", names, &PyDict_Type, &loaded, &fallback))
        return NULL;
    return made(type, is_win_call, fallback, loaded);
}

static int traverse(Judge *judge, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(judge));
    Py_VISIT(judge->fallback);
    Py_VISIT(judge->known);
    for (int at = 0; at < judge->context_number; at++)
        Py_VISIT(judge->contexts[at].key);
    return 0;
}

static int clear_all(Judge *judge) {
    Py_XSETREF(judge->fallback, Py_NewRef(Py_None)); /* what is called once more by a finalizer has one still */
    return clear(judge);
}

static void dealloc(Judge *judge) {
    PyTypeObject *type = Py_TYPE(judge);
    PyObject_GC_UnTrack(judge);
    clear(judge);
    Py_XDECREF(judge->fallback);
    Py_XDECREF(judge->known);
    type->tp_free(judge);
    Py_DECREF(type);
}

static PyObject *of_fallback(Judge *judge, void *name) {
    return PyObject_GetAttrString(judge->fallback, name);
}

static PyGetSetDef names[] = {
    {"__doc__", (getter)of_fallback, NULL, NULL, "__doc__"},
    {"__name__", (getter)of_fallback, NULL, NULL, "__name__"},
    {"__qualname__", (getter)of_fallback, NULL, NULL, "__qualname__"},
    {NULL},
};
static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Judge, vectorcall), READONLY},
    {"fallback", T_OBJECT, offsetof(Judge, fallback), READONLY},
    {"__wrapped__", T_OBJECT, offsetof(Judge, fallback), READONLY},
    {NULL},
};
static PyMethodDef judge_methods[] = {
    {"teach_context", (PyCFunction)teach_context, METH_VARARGS, NULL},
    {"teach_root", (PyCFunction)teach_root, METH_VARARGS, NULL},
    {"teach", (PyCFunction)teach, METH_VARARGS, NULL},
    {"forget", (PyCFunction)forget, METH_NOARGS, NULL},
    {"waits", (PyCFunction)(void (*)(void))waits, METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL},
};
#define SLOTS(new, methods)                                                                                             \
    {{Py_tp_new, new}, {Py_tp_methods, methods}, {Py_tp_members, members}, {Py_tp_getset, names},                       \
     {Py_tp_call, PyVectorcall_Call}, {Py_tp_traverse, traverse}, {Py_tp_clear, clear_all}, {Py_tp_dealloc, dealloc}, {0, NULL}}
#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Slot judge_slots[] = SLOTS(new_judge, judge_methods), is_win_slots[] = SLOTS(new_is_win, judge_methods + 5);
static PyType_Spec judge_spec = {"regexhu._speedups.Judge", sizeof(Judge), 0, FLAGS, judge_slots};
static PyType_Spec is_win_spec = {"regexhu._speedups.IsWin", sizeof(Judge), 0, FLAGS, is_win_slots};

static int add_types(PyObject *module) {
    fill_places();
    PyType_Spec *specs[] = {&judge_spec, &is_win_spec};
    for (int at = 0; at < 2; at++) {
        PyObject *type = PyType_FromModuleAndSpec(module, specs[at], NULL);
        int failed = !type || PyModule_AddType(module, (PyTypeObject *)type) < 0;
        Py_XDECREF(type);
        if (failed)
            return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, add_types}, {0, NULL}};
static PyMethodDef functions[] = {
    {"are_texts", are_texts, METH_O, NULL},
    {"counts", counts_of, METH_VARARGS, NULL},
    {"verdicts", verdicts, METH_VARARGS, NULL},
    {NULL},
};
static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "regexhu._speedups", .m_methods = functions, .m_slots = slots};

PyMODINIT_FUNC PyInit__speedups(void) {
    return PyModuleDef_Init(&definition);
}
