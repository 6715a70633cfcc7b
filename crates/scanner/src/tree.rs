//! The scan of a tree: files in parallel, results in the order of their paths.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use opengrep::project::FileIndex;
use rayon::prelude::*;
use syntax::{Detection, Kind, Language, detect, detect_by_path, is_lock_file};

use crate::across;
use crate::decode::decode;
use crate::filter::Patterns;
use crate::ignorefile::OwnFiles;
use crate::lineset::LineSet;
use crate::matches::{Depth, Match, TextOptions, TextReport, Truncated, Warning};
use crate::read::{self, Refusal, system_reason};
use crate::rules::RuleSet;
use crate::structural::Beyond;
use crate::text;
use crate::walk::{self, Listed, ListedKind};

mod error;

pub use error::ScanError;

/// Reads the content of a file by its relative path, in place of the disk.
pub type Contents = Box<dyn Fn(&str) -> io::Result<Vec<u8>> + Send + Sync>;

/// What to scan, and how.
pub struct TreeOptions {
    /// The folder.
    pub root: PathBuf,
    /// Patterns of paths to leave out.
    pub exclude: Vec<String>,
    /// Patterns of paths to keep to; everything when empty.
    pub include: Vec<String>,
    /// Larger files are skipped.
    pub max_file_bytes: u64,
    /// Most files scanned.
    pub max_files: usize,
    /// Threads; 0 for one per core.
    pub jobs: usize,
    /// Whether to obey git where there is a repository.
    pub use_git_rules: bool,
    /// Whether to obey `.security-review-ignore` files.
    pub use_ignore_files: bool,
    /// Only these files, by relative path with forward slashes, and only these lines where given.
    pub only: Option<BTreeMap<String, Option<LineSet>>>,
    /// Where contents come from, when not from the disk: the index of git, for a commit in the making.
    pub contents: Option<Contents>,
    /// Whether flows are followed from file to file. Not where only some files are looked at ([`TreeOptions::only`]).
    pub across_files: bool,
    /// How each text is scanned.
    pub text: TextOptions,
}

impl TreeOptions {
    /// The defaults for a folder.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            exclude: Vec::new(),
            include: Vec::new(),
            max_file_bytes: 1 << 20,
            max_files: 100_000,
            jobs: 0,
            use_git_rules: true,
            use_ignore_files: true,
            only: None,
            contents: None,
            across_files: false,
            text: TextOptions::default(),
        }
    }
}

/// The matches of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileReport {
    /// Relative to the root, with forward slashes; control characters shown as `<U+XXXX>`.
    pub path: String,
    /// The language it was scanned as.
    pub language: Language,
    /// How many lines it has.
    pub lines: usize,
    /// What to look at, in the order of the text.
    pub matches: Vec<Match>,
    /// What a marker hides, in the order of the text.
    pub suppressed: Vec<Match>,
    /// Set when there were more matches than the options allow.
    pub truncated: Option<Truncated>,
    /// What is wrong with markers, in the order of the text.
    pub warnings: Vec<Warning>,
}

/// A file or folder that was not scanned as asked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// As in [`FileReport::path`]; `.` for the tree as a whole.
    pub path: String,
    /// Why, and which option changes it.
    pub reason: String,
}

/// The result of a scan of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeReport {
    /// The folder, as given.
    pub root: String,
    /// Where the list of files comes from: `git`, `walk`, `staged` or `diff`.
    pub listing: &'static str,
    /// Files with matches, suppressed ones included, or warnings; sorted by path.
    pub files: Vec<FileReport>,
    /// Files that were read and searched.
    pub files_scanned: usize,
    /// Their paths, as in [`FileReport::path`], sorted.
    pub scanned: Vec<String>,
    /// Those of them that were searched for credentials of known formats only; they are listed in `skipped` too.
    pub files_in_part: usize,
    /// Files in no language of the table.
    pub files_unsupported: usize,
    /// Files that the patterns and the ignore files left out.
    pub files_excluded: usize,
    /// Those of them that ignore files left out.
    pub files_ignored: usize,
    /// The `.security-review-ignore` files that were obeyed, as in [`FileReport::path`].
    pub ignore_files: Vec<String>,
    /// Lines of the scanned files.
    pub lines_scanned: usize,
    /// Sorted by path.
    pub skipped: Vec<Skipped>,
    /// What the user should know of the scan as a whole.
    pub warnings: Vec<String>,
    /// [`RuleSet::digest`].
    pub rules_digest: String,
    /// [`RuleSet::count`].
    pub rules_count: usize,
}

/// Told how far a scan is. Methods are called from several threads.
pub trait Progress: Sync {
    /// So many files will be scanned.
    fn listed(&self, _files: usize) {}
    /// One more file is done.
    fn scanned(&self) {}
}

/// No progress is told.
impl Progress for () {}

/// Scans a tree. The report is the same for the same tree, rules and options, however many threads scan it.
///
/// Memory is bounded by the files in flight, one per thread, and by the matches.
///
/// # Errors
///
/// [`ScanError`] when there is nothing to scan; a file that cannot be scanned is listed in the report instead.
pub fn scan_tree(rules: &RuleSet, options: &TreeOptions, progress: &dyn Progress) -> Result<TreeReport, ScanError> {
    let pattern_error = |option| move |error| ScanError::Pattern { option, error };
    let exclude = Patterns::new(&options.exclude).map_err(pattern_error("--exclude"))?;
    let include = Patterns::new(&options.include).map_err(pattern_error("--include"))?;
    let root = folder(&options.root)?;
    let jobs = if options.jobs == 0 {
        std::thread::available_parallelism().map_or(1, usize::from)
    } else {
        options.jobs
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .map_err(|_| ScanError::Threads(jobs))?;

    let listing = match &options.only {
        Some(only) => chosen(&root, only, options),
        None => pool
            .install(|| walk::list(&root, options.use_git_rules, options.use_ignore_files))
            .map_err(ScanError::Index)?,
    };
    let mut report = TreeReport {
        root: options.root.to_string_lossy().into_owned(),
        listing: listing.method,
        files: Vec::new(),
        files_scanned: 0,
        scanned: Vec::new(),
        files_in_part: 0,
        files_unsupported: 0,
        files_excluded: 0,
        files_ignored: 0,
        ignore_files: listing.ignore_files.iter().map(|path| shown(path)).collect(),
        lines_scanned: 0,
        skipped: listing
            .failed
            .iter()
            .map(|(path, reason)| Skipped {
                path: shown(path),
                reason: reason.clone(),
            })
            .collect(),
        warnings: rule_warnings(rules),
        rules_digest: rules.digest(),
        rules_count: rules.count(),
    };

    for path in &listing.left_out {
        if detect_by_path(&shown(path)) == Detection::Unsupported {
            report.files_unsupported += 1;
        } else {
            report.files_excluded += 1;
            report.files_ignored += 1;
        }
    }
    let mut files = Vec::with_capacity(listing.files.len());
    for file in listing.files {
        let path = shown(&file.path);
        let language = detect_by_path(&path);
        if exclude.matches(&path) || !(include.is_empty() || include.matches(&path)) {
            // Like the reference: a file of no language is unsupported whether excluded or not.
            *(if language == Detection::Unsupported {
                &mut report.files_unsupported
            } else {
                &mut report.files_excluded
            }) += 1;
        } else {
            files.push(Candidate { file, path, language });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    limit(&mut files, options.max_files, &mut report);
    progress.listed(files.len());

    let scan = TreeScan {
        rules,
        options,
        root: &root,
    };
    let mut outcomes: Vec<Outcome> = pool.install(|| {
        let outcomes = files.par_iter().with_max_len(1).map(|candidate| {
            let outcome = catch_unwind(AssertUnwindSafe(|| scan.file(candidate)));
            progress.scanned();
            outcome.unwrap_or_else(|_| Outcome::skipped("internal error: please report it with this file"))
        });
        outcomes.collect()
    });
    if scan.is_across() {
        let followed = pool.install(|| across::follow(&scan, &files, &mut outcomes));
        report.warnings.extend(followed);
    }
    for (candidate, outcome) in files.into_iter().zip(outcomes) {
        outcome.add_to(&mut report, candidate.path);
    }
    report.skipped.sort();
    Ok(report)
}

/// Most problems of rule files that are told.
const MAX_RULE_WARNINGS: usize = 100;

/// What is wrong with the files of structural rules.
fn rule_warnings(rules: &RuleSet) -> Vec<String> {
    let problems = rules.structural_problems();
    let mut warnings: Vec<String> = problems
        .iter()
        .take(MAX_RULE_WARNINGS)
        .map(ToString::to_string)
        .collect();
    if problems.len() > warnings.len() {
        warnings.push(format!(
            "{} more problems of rule files",
            problems.len() - warnings.len()
        ));
    }
    warnings
}

fn folder(given: &Path) -> Result<PathBuf, ScanError> {
    let error = |reason: String| ScanError::Root {
        root: given.to_owned(),
        reason,
    };
    let root = given.canonicalize().map_err(|e| error(system_reason(&e)))?;
    if !root.is_dir() {
        return Err(error("not a folder".into()));
    }
    std::fs::read_dir(&root).map_err(|e| error(system_reason(&e)))?;
    Ok(root)
}

/// The files of a change that the ignore files of this program do not leave out.
fn chosen(root: &Path, only: &BTreeMap<String, Option<LineSet>>, options: &TreeOptions) -> walk::Listing {
    let staged = options.contents.is_some();
    let mut own = OwnFiles::new(root, options.use_ignore_files);
    let mut folders = walk::Folders::new(root);
    let mut listing = walk::Listing {
        method: if staged { "staged" } else { "diff" },
        ..walk::Listing::default()
    };
    for path in only.keys().map(PathBuf::from) {
        if !path
            .components()
            .all(|part| matches!(part, std::path::Component::Normal(_)))
        {
            listing.failed.push((path, "outside the scanned folder".into()));
        } else if own.ignore(&path) {
            listing.left_out.push(path);
        } else {
            let kind = if staged {
                ListedKind::File
            } else {
                folders.kind_of(&path)
            };
            listing.files.push(Listed { path, kind });
        }
    }
    listing.ignore_files = own.used().collect();
    listing.ignore_files.sort();
    listing
}

/// Keeps the first files; the report says how many are left out.
fn limit(files: &mut Vec<Candidate>, max: usize, report: &mut TreeReport) {
    // Files of no language cost next to nothing and do not count.
    let mut supported = 0;
    let keep = files.iter().position(|file| {
        supported += usize::from(file.language != Detection::Unsupported);
        supported > max
    });
    let Some(keep) = keep else { return };
    let left_out = files
        .drain(keep..)
        .filter(|file| file.language != Detection::Unsupported)
        .count();
    report.skipped.push(Skipped {
        path: ".".into(),
        reason: format!("{left_out} files left out: only the first {max} are scanned (--max-files)"),
    });
}

/// A path as it is reported.
fn shown(path: &Path) -> String {
    let mut text = String::new();
    for part in path.components() {
        if !text.is_empty() {
            text.push('/');
        }
        text.push_str(&part.as_os_str().to_string_lossy());
    }
    let text = untrusted_text::reveal(&text);
    if !text.contains(char::is_control) {
        return text.into_owned();
    }
    text.chars()
        .map(|c| {
            if c.is_control() {
                format!("<U+{:04X}>", u32::from(c))
            } else {
                c.to_string()
            }
        })
        .collect()
}

pub(crate) struct Candidate {
    file: Listed,
    pub(crate) path: String,
    /// What the path tells.
    language: Detection,
}

/// What became of a file.
pub(crate) enum Outcome {
    Unsupported,
    Skipped(String),
    Scanned {
        report: TextReport,
        skipped: Option<&'static str>,
        /// What it offers to other files and takes from them.
        index: Option<Box<FileIndex>>,
    },
}

impl Outcome {
    fn skipped(reason: &str) -> Self {
        Self::Skipped(reason.to_owned())
    }

    fn add_to(self, report: &mut TreeReport, path: String) {
        match self {
            Outcome::Unsupported => report.files_unsupported += 1,
            Outcome::Skipped(reason) => report.skipped.push(Skipped { path, reason }),
            Outcome::Scanned {
                report: file, skipped, ..
            } => {
                report.files_scanned += 1;
                report.scanned.push(path.clone());
                report.lines_scanned += file.lines;
                if let Some(reason) = skipped {
                    report.files_in_part += 1;
                    report.skipped.push(Skipped {
                        path: path.clone(),
                        reason: reason.to_owned(),
                    });
                }
                if !(file.matches.is_empty() && file.suppressed.is_empty() && file.warnings.is_empty()) {
                    let TextReport {
                        language,
                        lines,
                        matches,
                        suppressed,
                        truncated,
                        warnings,
                    } = file;
                    report.files.push(FileReport {
                        path,
                        language,
                        lines,
                        matches,
                        suppressed,
                        truncated,
                        warnings,
                    });
                }
            }
        }
    }
}

/// How many bytes of a file that the path says nothing of are looked at for an interpreter line or a declaration.
const SNIFF_BYTES: usize = 512;
/// The reason given for a file of which only some credentials were looked for.
const MINIFIED: &str = "minified: searched for credentials of known formats only";

pub(crate) struct TreeScan<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) options: &'a TreeOptions,
    root: &'a Path,
}

impl TreeScan<'_> {
    fn file(&self, candidate: &Candidate) -> Outcome {
        let path = &candidate.path;
        let unsupported = candidate.language == Detection::Unsupported;
        match candidate.file.kind {
            _ if unsupported && candidate.file.kind != ListedKind::File => return Outcome::Unsupported,
            ListedKind::SymbolicLink => return Outcome::Skipped(Refusal::SymbolicLink.reason()),
            ListedKind::Other => return Outcome::Skipped(Refusal::NotRegular.reason()),
            ListedKind::File => {}
        }
        let bytes = match self.read(candidate) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Outcome::Unsupported,
            Err(_) if unsupported => return Outcome::Unsupported,
            Err(refusal) => return Outcome::Skipped(refusal.reason()),
        };
        let text = match decode(bytes) {
            Ok(text) => text,
            Err(_) if unsupported => return Outcome::Unsupported,
            Err(reason) => return Outcome::skipped(reason),
        };
        let (language, depth, skipped) = match detect(path, text.as_bytes()) {
            Detection::Unsupported => return Outcome::Unsupported,
            Detection::NeverScanned("minified") => (Language::JavaScript, Depth::DistinctiveSecrets, Some(MINIFIED)),
            Detection::NeverScanned(_) => (Language::Text, Depth::DistinctiveSecrets, None),
            Detection::Language(language) if is_minified(path, language, &text) => {
                (language, Depth::DistinctiveSecrets, Some(MINIFIED))
            }
            Detection::Language(language) => (language, self.options.text.depth, None),
        };
        let options = TextOptions {
            depth,
            ..self.options.text.clone()
        };
        let only = self
            .options
            .only
            .as_ref()
            .and_then(|only| only.get(&key(&candidate.file.path))?.as_ref());
        let beyond = match self.is_across() && depth == Depth::Full {
            true => Beyond::Index,
            false => Beyond::Alone,
        };
        let (report, index) = text::scan(self.rules, path, language, &text, &options, only, beyond);
        Outcome::Scanned {
            report,
            skipped,
            index: index.map(Box::new),
        }
    }

    fn is_across(&self) -> bool {
        self.options.across_files && self.options.only.is_none()
    }

    /// The text of a file in whatever language; `None` when it cannot be read.
    pub(crate) fn raw_text(&self, candidate: &Candidate) -> Option<String> {
        let limit = self.options.max_file_bytes;
        let bytes = match &self.options.contents {
            Some(contents) => contents(&key(&candidate.file.path)).ok()?,
            None => read::read(read::open(&self.root.join(&candidate.file.path)).ok()?, limit).ok()?,
        };
        decode(bytes).ok()
    }

    /// The text of a file that was scanned, once more; `None` when it cannot be read any longer.
    pub(crate) fn text(&self, candidate: &Candidate) -> Option<String> {
        let bytes = self.read(candidate).ok()??;
        decode(bytes).ok()
    }

    /// The content of a file; `None` when its first bytes tell that it is in no language.
    fn read(&self, candidate: &Candidate) -> Result<Option<Vec<u8>>, Refusal> {
        let limit = self.options.max_file_bytes;
        if let Some(contents) = &self.options.contents {
            let bytes = contents(&key(&candidate.file.path)).map_err(Refusal::Unreadable)?;
            return if bytes.len() as u64 > limit {
                Err(Refusal::TooLarge(limit))
            } else {
                Ok(Some(bytes))
            };
        }
        let path = self.root.join(&candidate.file.path);
        if candidate.language == Detection::Unsupported {
            let mut file = read::open(&path)?;
            let head = read::head(&mut file, SNIFF_BYTES).map_err(Refusal::Unreadable)?;
            if detect(&candidate.path, &head) == Detection::Unsupported {
                return Ok(None);
            }
        }
        read::read(read::open(&path)?, limit).map(Some)
    }
}

/// The key of a file in [`TreeOptions::only`]. A backslash is part of a name, except on Windows.
fn key(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text.into_owned()
    }
}

/// Whether a tool made the text for machines to read: by its name, or by lines that nobody writes.
fn is_minified(path: &str, language: Language, text: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    if name.contains(".min.") || name.ends_with("-min.js") || name.ends_with("-min.css") {
        return true;
    }
    // Prose has a paragraph per line, and a notebook its pictures.
    if language.kind() == Kind::Text || language == Language::Notebook || is_lock_file(path) {
        return false;
    }
    secrets::has_machine_made_lines(text)
}
