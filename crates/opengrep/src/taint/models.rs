//! What methods do that no file defines: by their name and the number of arguments.

use syntax::Language;

/// What a call does with its receiver and its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Model {
    /// The receiver takes what this argument, counted from 0, holds.
    ToReceiver {
        argument: usize,
        /// The result is the receiver.
        returns_receiver: bool,
    },
    /// The result is what the receiver holds.
    FromReceiver,
    /// This parameter of the function that is this argument gets what the receiver holds or, in Python, the other argument.
    Callback { function: usize, parameter: usize },
}

/// The model of a method.
pub(crate) fn model(language: Language, name: &str, arguments: usize) -> Option<Model> {
    let to = |argument, returns_receiver| {
        Some(Model::ToReceiver {
            argument,
            returns_receiver,
        })
    };
    let callback = |parameter| Some(Model::Callback { function: 0, parameter });
    match language {
        Language::Python => match (name, arguments) {
            ("append" | "add" | "extend" | "update", 1) => to(0, false),
            ("insert", 2) => to(1, false),
            ("pop", 0..=2) | ("get" | "setdefault", 1 | 2) | ("copy" | "keys" | "values" | "items", 0) => {
                Some(Model::FromReceiver)
            }
            ("map" | "filter", 2) => callback(0),
            _ => None,
        },
        Language::JavaScript | Language::TypeScript => match (name, arguments) {
            ("push" | "unshift", 1) => to(0, false),
            ("add", 1) => to(0, true),
            ("set", 2) => to(1, true),
            ("get" | "at" | "join", 1) | ("pop" | "shift" | "toString" | "valueOf" | "join", 0) => {
                Some(Model::FromReceiver)
            }
            ("map" | "flatMap" | "filter" | "forEach" | "find" | "findIndex" | "some" | "every", 1) => callback(0),
            ("reduce" | "reduceRight", 2) => callback(1),
            _ => None,
        },
        Language::Java => match (name, arguments) {
            ("add" | "addFirst" | "addLast" | "push" | "offer", 1) => to(0, false),
            ("append", 1) => to(0, true),
            ("put" | "putIfAbsent" | "add" | "set", 2) => to(1, false),
            ("insert", 2) => to(1, true),
            ("get" | "getFirst" | "getLast" | "peek" | "poll" | "pop" | "remove", 1)
            | ("toString" | "getFirst" | "getLast" | "peek" | "poll" | "pop" | "next", 0) => Some(Model::FromReceiver),
            ("map" | "filter" | "forEach" | "flatMap", 1) => callback(0),
            _ => None,
        },
        Language::Go => match (name, arguments) {
            ("Store", 2) => to(1, false),
            ("Load", 1) => Some(Model::FromReceiver),
            _ => None,
        },
        _ => None,
    }
}

/// Functions whose result is a number or a Boolean whatever they are given: `Some(true)` for a Boolean.
pub(crate) fn conversion(language: Language, object: &str, name: &str) -> Option<bool> {
    match (language, object, name) {
        (
            Language::Python,
            "",
            "int" | "float" | "len" | "hash" | "ord" | "abs" | "round" | "complex" | "id" | "sum",
        ) => Some(false),
        (Language::Python, "", "bool" | "isinstance" | "issubclass" | "callable" | "any" | "all" | "hasattr") => {
            Some(true)
        }
        (Language::JavaScript | Language::TypeScript, "", "Number" | "parseInt" | "parseFloat" | "BigInt") => {
            Some(false)
        }
        (Language::JavaScript | Language::TypeScript, "Number", "parseInt" | "parseFloat") => Some(false),
        (Language::JavaScript | Language::TypeScript, "", "Boolean" | "isNaN" | "isFinite") => Some(true),
        (
            Language::JavaScript | Language::TypeScript,
            "Number",
            "isInteger" | "isNaN" | "isFinite" | "isSafeInteger",
        ) => Some(true),
        (Language::Java, "Integer" | "Long" | "Short" | "Byte" | "Double" | "Float" | "BigInteger", name) => {
            let converts = name == "decode" || name == "valueOf" || name.starts_with("parse");
            converts.then_some(false)
        }
        (Language::Java, "Boolean", "valueOf" | "parseBoolean") => Some(true),
        (
            Language::Go,
            "",
            "len" | "cap" | "int" | "int8" | "int16" | "int32" | "int64" | "uint" | "uint8" | "uint16" | "uint32"
            | "uint64" | "float32" | "float64",
        ) => Some(false),
        (Language::Go, "strconv", "Atoi" | "ParseInt" | "ParseUint" | "ParseFloat") => Some(false),
        (Language::Go, "strconv", "ParseBool") => Some(true),
        _ => None,
    }
}

/// Methods that run the function they are called on: Java's functional interfaces.
pub(crate) fn runs_receiver(language: Language, name: &str) -> bool {
    language == Language::Java && matches!(name, "apply" | "run" | "call" | "accept" | "invoke" | "test" | "get")
}

/// The name of the field that an accessor of Java reads or writes: `getFoo` and `setFoo` are about `foo`.
pub(crate) fn accessor(name: &str) -> Option<(bool, String)> {
    let (writes, rest) = match (name.strip_prefix("set"), name.strip_prefix("get")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return None,
    };
    let mut letters = rest.chars();
    let first = letters.next()?;
    Some((writes, first.to_lowercase().chain(letters).collect()))
}

/// Methods that take out what is at their first argument.
pub(crate) fn takes_key(name: &str) -> bool {
    matches!(name, "get" | "at" | "pop" | "setdefault" | "remove" | "Load")
}

/// Functions that run the function they are given, beside those of [`model`].
pub(crate) fn callback(language: Language, name: &str, is_method: bool) -> Option<Model> {
    let runs = match (language, name) {
        (
            Language::JavaScript | Language::TypeScript,
            "then" | "map" | "flatMap" | "filter" | "forEach" | "tap" | "pipe",
        ) => is_method,
        (Language::JavaScript | Language::TypeScript, "setTimeout" | "setInterval" | "setImmediate") => !is_method,
        (Language::Java, "ifPresent" | "thenApply" | "thenAccept" | "computeIfAbsent" | "peek") => is_method,
        _ => false,
    };
    runs.then_some(Model::Callback {
        function: 0,
        parameter: 0,
    })
}

/// Whether a type of Java is a list that begins empty.
pub(crate) fn is_list(name: &str) -> bool {
    let name = name.split('<').next().unwrap_or(name).trim();
    matches!(
        name.rsplit('.').next().unwrap_or(name),
        "ArrayList" | "LinkedList" | "Vector"
    )
}

/// Methods that leave the receiver, and the order in it, as it is.
pub(crate) fn only_looks(name: &str) -> bool {
    matches!(
        name,
        "get"
            | "size"
            | "isEmpty"
            | "contains"
            | "indexOf"
            | "includes"
            | "length"
            | "count"
            | "index"
            | "at"
            | "join"
            | "toString"
            | "equals"
            | "hashCode"
            | "iterator"
            | "stream"
            | "forEach"
            | "map"
            | "filter"
            | "slice"
            | "concat"
    )
}

/// Methods that change their receiver.
pub(crate) fn changes_receiver(name: &str) -> bool {
    matches!(
        name,
        "append"
            | "add"
            | "addAll"
            | "push"
            | "extend"
            | "update"
            | "insert"
            | "remove"
            | "clear"
            | "put"
            | "putAll"
            | "set"
            | "unshift"
            | "splice"
            | "pop"
            | "discard"
            | "delete"
            | "setdefault"
    )
}

/// Whether a type is one of collections.
pub(crate) fn is_collection(name: &str) -> bool {
    let name = name.split('<').next().unwrap_or(name).trim();
    let name = name.rsplit('.').next().unwrap_or(name);
    is_map(name)
        || matches!(
            name,
            "List"
                | "ArrayList"
                | "LinkedList"
                | "Vector"
                | "Stack"
                | "Set"
                | "HashSet"
                | "LinkedHashSet"
                | "TreeSet"
                | "Queue"
                | "Deque"
                | "ArrayDeque"
                | "PriorityQueue"
                | "Collection"
                | "Map"
                | "Array"
                | "WeakMap"
        )
}

/// Whether a type of Java is a map.
pub(crate) fn is_map(name: &str) -> bool {
    let name = name.split('<').next().unwrap_or(name).trim();
    let name = name.rsplit('.').next().unwrap_or(name);
    matches!(
        name,
        "Map"
            | "HashMap"
            | "LinkedHashMap"
            | "TreeMap"
            | "ConcurrentHashMap"
            | "ConcurrentMap"
            | "SortedMap"
            | "NavigableMap"
            | "Hashtable"
            | "WeakHashMap"
            | "IdentityHashMap"
            | "EnumMap"
            | "AbstractMap"
    )
}
