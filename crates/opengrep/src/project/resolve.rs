//! Which function of which file a name is.
//!
//! | Language | A module is | A name that is not imported may be |
//! |---|---|---|
//! | Python | `a/b.py` and `a/b/__init__.py`, as `a.b` from any folder above | of a `from … import *` |
//! | JavaScript, TypeScript | a relative path, with or without its extension, or a folder with an `index` | passed on by an `export … from` |
//! | Java | a class of a package | a class of the same package, or of one that is imported whole |
//! | Go | a folder, by the module path of a `go.mod` | of the same package |

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use syntax::Language;

use super::index::{CallIndex, Called, ClassIndex, Dotted, FileIndex, Imported, THIS_MODULE};
use super::{MAX_TARGETS, Target};
use crate::taint::{Receives, UnitId};

/// How often a name may be passed on from file to file, and how many classes a method is looked for in.
const MAX_HOPS: usize = 8;
/// How many names are looked up in other files for one call.
const MAX_LOOKUPS: usize = 200;

type Map<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

pub(super) struct Resolver<'f> {
    files: &'f [FileIndex],
    /// Python: the files by every end of their dotted path.
    modules: Map<String, Vec<u32>>,
    /// JavaScript and TypeScript: the files by their path without its extension.
    stems: Map<&'f str, u32>,
    /// The same by their whole path.
    paths: Map<&'f str, u32>,
    /// The look-ups of names that are left for the call that is resolved: re-exports may go in circles.
    left: Cell<usize>,
    /// Java: package and class. Several files may declare the same.
    classes: Map<(&'f str, &'f str), Vec<u32>>,
    /// Go: the files of a folder.
    folders: Map<&'f str, Vec<u32>>,
    go_modules: &'f [(String, String)],
    /// The classes that extend or implement a class.
    children: BTreeMap<Class, Vec<Class>>,
}

/// A class by its file and its place there.
type Class = (u32, u32);

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entity {
    Function(u32, UnitId),
    Class(Class),
    /// A class, and the place of the name of one of its methods.
    Method(Class),
}

impl<'f> Resolver<'f> {
    pub fn new(files: &'f [FileIndex], go_modules: &'f [(String, String)]) -> Self {
        let mut resolver = Self {
            files,
            modules: Map::default(),
            stems: Map::default(),
            paths: Map::default(),
            left: Cell::new(MAX_LOOKUPS),
            classes: Map::default(),
            folders: Map::default(),
            go_modules,
            children: BTreeMap::new(),
        };
        for (number, file) in files.iter().enumerate() {
            let number = number as u32;
            match file.language {
                Language::Python => {
                    let dotted = module_of(&file.path);
                    let mut end = Some(dotted.as_str());
                    while let Some(name) = end.filter(|name| !name.is_empty()) {
                        resolver.modules.entry(name.to_owned()).or_default().push(number);
                        end = name.split_once('.').map(|(_, rest)| rest);
                    }
                }
                Language::JavaScript | Language::TypeScript => {
                    resolver.stems.entry(stem(&file.path)).or_insert(number);
                    resolver.paths.insert(&file.path, number);
                }
                Language::Java => {
                    let package = file.package.as_deref().unwrap_or_default();
                    for class in &file.classes {
                        let known = resolver.classes.entry((package, &class.name)).or_default();
                        if known.last() != Some(&number) {
                            known.push(number);
                        }
                    }
                }
                Language::Go => resolver.folders.entry(folder(&file.path)).or_default().push(number),
                _ => {}
            }
        }
        let mut children: BTreeMap<Class, Vec<Class>> = BTreeMap::new();
        for (number, file) in files.iter().enumerate() {
            for (at, class) in file.classes.iter().enumerate() {
                for base in &class.bases {
                    resolver.left.set(MAX_LOOKUPS);
                    if let Some(Entity::Class(base)) = resolver.named(number as u32, base, MAX_HOPS) {
                        children.entry(base).or_default().push((number as u32, at as u32));
                    }
                }
            }
        }
        resolver.children = children;
        resolver
    }

    /// The targets of all calls, by file and call.
    pub fn all(&self) -> Vec<Vec<Vec<Target>>> {
        let of_file = |(number, file): (usize, &FileIndex)| {
            let calls = file.calls.iter();
            calls.map(|call| self.targets(number as u32, call)).collect()
        };
        self.files.iter().enumerate().map(of_file).collect()
    }

    fn targets(&self, file: u32, call: &CallIndex) -> Vec<Target> {
        self.left.set(MAX_LOOKUPS);
        let found = match &call.callee {
            Called::Name(name) => match self.named(file, name, MAX_HOPS) {
                Some(Entity::Function(file, unit)) => vec![((file, unit), Receives::Nothing)],
                Some(Entity::Method(class)) => match name.last() {
                    Some(method) => self.called_by_class(class, method, call.arguments),
                    None => Vec::new(),
                },
                Some(Entity::Class(class)) => self.constructors(class, call.arguments),
                _ => match (&call.class, name.as_slice()) {
                    (Some(class), [method]) => {
                        self.called_on(file, std::slice::from_ref(class), method, call.arguments)
                    }
                    _ => Vec::new(),
                },
            },
            Called::New(class) => match self.named(file, class, MAX_HOPS) {
                Some(Entity::Class(class)) => self.constructors(class, call.arguments),
                _ => Vec::new(),
            },
            Called::Method { class, name } => self.called_on(file, class, name, call.arguments),
        };
        let mut targets: Vec<Target> = found
            .into_iter()
            .map(|(function, receives)| Target { function, receives })
            .collect();
        targets.sort_by_key(|target| target.function);
        targets.dedup();
        // Of very many implementations none is told from the others: the call is an unknown one.
        if targets.len() > MAX_TARGETS {
            targets.clear();
        }
        targets
    }

    /// A method of an object of a class.
    fn called_on(&self, file: u32, class: &[Box<str>], name: &str, arguments: usize) -> Vec<((u32, UnitId), Receives)> {
        let Some(Entity::Class(class)) = self.named(file, class, MAX_HOPS) else {
            return Vec::new();
        };
        let found = self.methods(class, name, arguments);
        let receives = |(file, unit): (u32, UnitId)| match self.files[file as usize].units[unit.index()].is_static {
            true => Receives::Nothing,
            false => Receives::Receiver,
        };
        found.into_iter().map(|found| (found, receives(found))).collect()
    }

    /// A method by the name of its class: in Python the object is the first argument then, but of class methods.
    fn called_by_class(&self, class: Class, name: &str, arguments: usize) -> Vec<((u32, UnitId), Receives)> {
        let found = self.inherited(class, name, arguments).into_iter();
        let receives = |(file, unit): (u32, UnitId)| {
            let found = &self.files[file as usize].units[unit.index()];
            match found.receiver_first && arguments < found.parameters.len() {
                true => Receives::Receiver,
                false => Receives::Nothing,
            }
        };
        found.map(|found| (found, receives(found))).collect()
    }

    fn constructors(&self, class: Class, arguments: usize) -> Vec<((u32, UnitId), Receives)> {
        let file = &self.files[class.0 as usize];
        let found = match file.language {
            Language::Python => self.inherited(class, "__init__", arguments),
            Language::JavaScript | Language::TypeScript => self.inherited(class, "constructor", arguments),
            _ => {
                let name: &str = &self.class(class).name;
                self.in_class(class, name, arguments)
            }
        };
        found.into_iter().map(|unit| (unit, Receives::New)).collect()
    }

    /// A method of a class, else of the nearest base that has it.
    fn inherited(&self, class: Class, name: &str, arguments: usize) -> Vec<(u32, UnitId)> {
        let (mut here, mut seen) = (vec![class], vec![class]);
        for _ in 0..MAX_HOPS {
            let mut next = Vec::new();
            for at in here {
                let found = self.in_class(at, name, arguments);
                if !found.is_empty() {
                    return found;
                }
                if self.files[at.0 as usize].language == Language::Go {
                    continue;
                }
                for base in &self.class(at).bases {
                    if let Some(Entity::Class(base)) = self.named(at.0, base, MAX_HOPS)
                        && !seen.contains(&base)
                        && seen.len() < 4 * MAX_TARGETS
                    {
                        seen.push(base);
                        next.push(base);
                    }
                }
            }
            here = next;
        }
        Vec::new()
    }

    /// A method of an object that is declared to be of a class: that of the class or of its nearest base, and those of the classes that
    /// extend or implement it.
    fn methods(&self, class: Class, name: &str, arguments: usize) -> Vec<(u32, UnitId)> {
        let mut found = self.inherited(class, name, arguments);
        let (mut open, mut seen) = (vec![class], vec![class]);
        while let Some(at) = open.pop() {
            for child in self.children.get(&at).into_iter().flatten() {
                if seen.len() <= 4 * MAX_TARGETS && !seen.contains(child) {
                    seen.push(*child);
                    found.extend(self.in_class(*child, name, arguments));
                    open.push(*child);
                }
            }
        }
        found
    }

    /// The methods with a body that a class declares; of a type of Go in all files of its package.
    fn in_class(&self, class: Class, name: &str, arguments: usize) -> Vec<(u32, UnitId)> {
        let file = &self.files[class.0 as usize];
        let found = self.class(class);
        if file.language != Language::Go {
            let units = self.chosen(class.0, found, name, arguments);
            return units.into_iter().map(|unit| (class.0, unit)).collect();
        }
        let others = self.folders.get(folder(&file.path)).into_iter().flatten();
        let others = others.filter(|number| {
            let other = &self.files[**number as usize];
            other.package == file.package && (!is_go_test(&other.path) || is_go_test(&file.path))
        });
        let declared = others.flat_map(|number| {
            let classes = self.files[*number as usize].classes.iter();
            let same = classes.filter(|other| other.name == found.name);
            same.filter_map(|other| other.methods.get(name))
                .flatten()
                .map(|unit| (*number, *unit))
        });
        declared.collect()
    }

    fn chosen(&self, file: u32, class: &ClassIndex, name: &str, arguments: usize) -> Vec<UnitId> {
        let units = &self.files[file as usize].units;
        let all = class.methods.get(name).into_iter().flatten().copied();
        let all: Vec<UnitId> = all.filter(|unit| units[unit.index()].has_body).collect();
        if all.len() < 2 {
            return all;
        }
        let fitting = |unit: &&UnitId| {
            let found = &units[unit.index()];
            found.parameters.len() - usize::from(found.receiver_first) == arguments
        };
        let exact: Vec<UnitId> = all.iter().filter(fitting).copied().collect();
        match exact.is_empty() {
            true => all,
            false => exact,
        }
    }

    fn class(&self, class: Class) -> &'f ClassIndex {
        &self.files[class.0 as usize].classes[class.1 as usize]
    }

    /// What a name of a file stands for.
    fn named(&self, number: u32, name: &[Box<str>], hops: usize) -> Option<Entity> {
        let hops = hops.checked_sub(1)?;
        self.left.set(self.left.get().checked_sub(1)?);
        let file = &self.files[number as usize];
        let (first, rest) = name.split_first()?;
        if let Some(imported) = file.imports.get(first) {
            return self.imported(number, imported, rest, hops);
        }
        let own = self.member(number, first, rest);
        if own.is_some() {
            return own;
        }
        match file.language {
            Language::Java => {
                let package = file.package.as_deref().unwrap_or_default();
                let packages = std::iter::once(package).chain(file.wildcards.iter().map(AsRef::as_ref));
                let mut found = packages.filter_map(|package| self.java_class(number, package, first));
                if let Some(class) = found.next() {
                    return self.below(class, rest);
                }
                // `import static a.B.*`
                file.wildcards.iter().find_map(|whole| {
                    let (package, class) = whole.rsplit_once('.')?;
                    self.below(self.java_class(number, package, class)?, name)
                })
            }
            Language::Go => self.in_folder(folder(&file.path), file.package.as_deref(), first, rest),
            Language::Python => file.wildcards.iter().find_map(|module| {
                let imported = Imported {
                    module: module.clone(),
                    member: Some(first.clone()),
                };
                self.imported(number, &imported, rest, hops)
            }),
            _ => None,
        }
    }

    fn imported(&self, number: u32, imported: &Imported, rest: &[Box<str>], hops: usize) -> Option<Entity> {
        let file = &self.files[number as usize];
        match file.language {
            Language::Python => {
                let (dots, path) = imported
                    .module
                    .split_at(imported.module.len() - imported.module.trim_start_matches('.').len());
                let mut parts: Vec<&str> = path.split('.').filter(|part| !part.is_empty()).collect();
                parts.extend(imported.member.as_deref());
                parts.extend(rest.iter().map(AsRef::as_ref));
                self.python(number, dots.len(), &parts, hops)
            }
            Language::JavaScript | Language::TypeScript => {
                let module = match &*imported.module {
                    THIS_MODULE => number,
                    path => self.relative(&file.path, path)?,
                };
                match imported.member.as_deref() {
                    Some(member) => self.exported(module, member, rest, hops),
                    None => match rest.split_first() {
                        Some((first, rest)) => self.exported(module, first, rest, hops),
                        None => self.exported(module, "default", rest, hops),
                    },
                }
            }
            Language::Java => {
                let member = imported.member.as_deref()?;
                let package = imported.module.trim_end_matches(';').trim();
                if let Some(class) = self.java_class(number, package, member) {
                    return self.below(class, rest);
                }
                // `import static a.B.c`
                let (package, class) = package.rsplit_once('.').unwrap_or(("", package));
                let class = self.java_class(number, package, class)?;
                let mut names = vec![Box::from(member)];
                names.extend(rest.iter().cloned());
                self.below(class, &names)
            }
            Language::Go => {
                let (first, rest) = rest.split_first()?;
                self.in_folder(self.go_folder(&file.path, &imported.module)?, None, first, rest)
            }
            _ => None,
        }
    }

    /// A function or class that a file declares itself.
    fn member(&self, number: u32, first: &str, rest: &[Box<str>]) -> Option<Entity> {
        let file = &self.files[number as usize];
        if rest.is_empty()
            && let Some(unit) = file.functions.get(first)
        {
            return Some(Entity::Function(number, *unit));
        }
        let at = file.classes.iter().position(|class| &*class.name == first)?;
        self.below((number, at as u32), rest)
    }

    /// A class, or a method by its class.
    fn below(&self, class: Class, rest: &[Box<str>]) -> Option<Entity> {
        match rest {
            [] => Some(Entity::Class(class)),
            [_] => Some(Entity::Method(class)),
            _ => None,
        }
    }

    fn python(&self, number: u32, dots: usize, parts: &[&str], hops: usize) -> Option<Entity> {
        let hops = hops.checked_sub(1)?;
        let file = &self.files[number as usize];
        let mut base = String::new();
        if dots > 0 {
            let mut at = folder(&file.path);
            for _ in 1..dots {
                if at.is_empty() {
                    return None;
                }
                at = folder(at);
            }
            base = at.replace('/', ".");
        }
        for length in (0..=parts.len()).rev() {
            let mut dotted = base.clone();
            for part in &parts[..length] {
                if !dotted.is_empty() {
                    dotted.push('.');
                }
                dotted.push_str(part);
            }
            let module = match dots > 0 {
                true => self.module_at(&dotted),
                false => self.nearest(&file.path, &dotted),
            };
            let Some(module) = module.filter(|_| length > 0 || dots > 0) else {
                continue;
            };
            let Some((first, rest)) = parts[length..].split_first() else {
                // A module as a whole is nothing that is called.
                return None;
            };
            let rest: Vec<Box<str>> = rest.iter().map(|part| Box::from(*part)).collect();
            if let Some(found) = self.member(module, first, &rest) {
                return Some(found);
            }
            let mut name: Dotted = vec![Box::from(*first)];
            name.extend(rest);
            return match module == number {
                true => None,
                false => self.named(module, &name, hops),
            };
        }
        None
    }

    /// The file that has exactly this dotted path.
    fn module_at(&self, dotted: &str) -> Option<u32> {
        let candidates = self.modules.get(dotted)?;
        candidates
            .iter()
            .copied()
            .find(|file| module_of(&self.files[*file as usize].path) == dotted)
    }

    /// Of the files whose dotted path ends so the one next to a file: below the innermost folder around it; the only one elsewhere.
    fn nearest(&self, path: &str, dotted: &str) -> Option<u32> {
        let candidates = self.modules.get(dotted)?;
        let root = |file: u32| {
            let module = module_of(&self.files[file as usize].path);
            let above = module[..module.len() - dotted.len()].trim_end_matches('.');
            above.replace('.', "/")
        };
        let around = |root: &str| root.is_empty() || path.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'));
        let nearest = candidates.iter().map(|file| (root(*file), *file));
        let nearest = nearest
            .filter(|(root, _)| around(root))
            .max_by_key(|(root, file)| (root.len(), std::cmp::Reverse(*file)));
        match (nearest, candidates.as_slice()) {
            (Some((_, file)), _) => Some(file),
            // One word is too little to go by.
            (None, [only]) if dotted.contains('.') => Some(*only),
            _ => None,
        }
    }

    fn relative(&self, from: &str, path: &str) -> Option<u32> {
        if !(path.starts_with("./") || path.starts_with("../") || path == ".." || path == ".") {
            return None;
        }
        let mut parts: Vec<&str> = folder(from).split('/').filter(|part| !part.is_empty()).collect();
        for part in path.split('/') {
            match part {
                "." | "" => {}
                ".." => {
                    parts.pop()?;
                }
                part => parts.push(part),
            }
        }
        let joined = parts.join("/");
        if let Some(exact) = self.paths.get(joined.as_str()) {
            return Some(*exact);
        }
        let is_folder = path.ends_with('/') || path.ends_with("..") || path == ".";
        let known = |path: &str| self.stems.get(path).copied();
        let index = match joined.is_empty() {
            true => "index".to_owned(),
            false => format!("{joined}/index"),
        };
        // `./a.js` stands for `a.ts` too.
        let is_script = [".js", ".jsx", ".mjs", ".cjs"].iter().any(|end| joined.ends_with(end));
        let plain = (!is_folder).then(|| known(&joined)).flatten();
        plain
            .or_else(|| is_script.then(|| known(stem(&joined))).flatten())
            .or_else(|| known(&index))
    }

    fn exported(&self, module: u32, name: &str, rest: &[Box<str>], hops: usize) -> Option<Entity> {
        let hops = hops.checked_sub(1)?;
        self.left.set(self.left.get().checked_sub(1)?);
        if let Some(found) = self.member(module, name, rest) {
            return Some(found);
        }
        let file = &self.files[module as usize];
        if let Some(imported) = file.imports.get(name) {
            return self.imported(module, imported, rest, hops);
        }
        if name == "default" {
            return None;
        }
        file.wildcards.iter().find_map(|path| {
            let imported = Imported {
                module: path.clone(),
                member: Some(name.into()),
            };
            self.imported(module, &imported, rest, hops)
        })
    }

    /// A class of a package. Of several files that declare it the one with most folders in common with a file, else none.
    fn java_class(&self, number: u32, package: &str, name: &str) -> Option<Class> {
        let candidates = self.classes.get(&(package, name))?;
        let common = |file: &u32| {
            let folders = |number: u32| folder(&self.files[number as usize].path).split('/');
            folders(number)
                .zip(folders(*file))
                .take_while(|(one, other)| one == other)
                .count()
        };
        let most = candidates.iter().map(common).max()?;
        let mut nearest = candidates.iter().filter(|file| common(file) == most);
        let file = *nearest.next()?;
        if nearest.next().is_some() {
            return None;
        }
        let classes = &self.files[file as usize].classes;
        let at = classes.iter().position(|class| &*class.name == name)?;
        Some((file, at as u32))
    }

    /// Something of a package of Go: of the one that is named, else of what a folder holds.
    fn in_folder(&self, folder: &str, package: Option<&str>, first: &str, rest: &[Box<str>]) -> Option<Entity> {
        let files = self.folders.get(folder)?;
        let mut found = files.iter().filter(|number| {
            let file = &self.files[**number as usize];
            // A test declares nothing for others.
            !is_go_test(&file.path) && package.is_none_or(|package| file.package.as_deref() == Some(package))
        });
        found.find_map(|number| self.member(*number, first, rest))
    }

    /// The folder of a package, by the module around the file, or by another module of the project.
    fn go_folder(&self, path: &str, package: &str) -> Option<&'f str> {
        let within = |module: &str| match package.strip_prefix(module)? {
            "" => Some(""),
            rest => rest.strip_prefix('/'),
        };
        let mut found: Vec<(bool, usize, String)> = Vec::new();
        for (folder, module) in self.go_modules {
            let Some(rest) = within(module) else { continue };
            let is_around = folder.is_empty()
                || path
                    .strip_prefix(folder.as_str())
                    .is_some_and(|rest| rest.starts_with('/'));
            let joined = match (folder.is_empty(), rest.is_empty()) {
                (true, _) => rest.to_owned(),
                (false, true) => folder.clone(),
                (false, false) => format!("{folder}/{rest}"),
            };
            found.push((is_around, module.len(), joined));
        }
        found.sort();
        let (_, _, folder) = found.last()?;
        self.folders.get_key_value(folder.as_str()).map(|(folder, _)| *folder)
    }
}

fn is_go_test(path: &str) -> bool {
    path.ends_with("_test.go")
}

/// The folder of a path, without `/` at its end.
fn folder(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..at])
}

/// A path without the extension of its last part.
fn stem(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |at| at + 1);
    match path[name..].rfind('.') {
        Some(at) if at > 0 => &path[..name + at],
        _ => path,
    }
}

/// The dotted path of a file of Python.
fn module_of(path: &str) -> String {
    let stem = stem(path);
    let stem = match stem {
        "__init__" => "",
        stem => stem.strip_suffix("/__init__").unwrap_or(stem),
    };
    stem.replace('/', ".")
}
