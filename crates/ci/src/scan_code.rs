//! `scan-code`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context as _, bail};
use domain::{Confidence, Severity};
use scanner::{Overrides, RuleSet, TextOptions, TreeOptions, TreeReport};

use crate::args::{FlowAnswers, Format, ScanCode};
use crate::baseline::{self, Baseline};
use crate::changes;
use crate::config::{self, Config, Loaded};
use crate::date::Day;
use crate::formats::{self, Style};
use crate::git::Git;
use crate::progress::Bar;
use crate::report::{Report, Setting, plural};
use crate::{Outcome, output, rule_files, runner};

const DEFAULT_MAX_FILE_BYTES: u64 = 1 << 20;

/// The settings of a run: the command line over the settings file over the defaults.
struct Settings {
    loaded: Option<Loaded>,
    exclude: Vec<String>,
    include: Vec<String>,
    fail_on: Severity,
    min_confidence: Confidence,
    max_file_bytes: u64,
    flow_profile: Option<FlowAnswers>,
}

pub(crate) fn run(args: ScanCode) -> anyhow::Result<Outcome> {
    check(&args)?;
    let settings = Settings::new(&args)?;
    let rules = rules(&args, settings.loaded.as_ref())?;
    let rules = match settings.flow_profile {
        None | Some(FlowAnswers::Precise) => rules,
        Some(answers) => Cow::Owned(rules.with_flow_profile(answers.profile())),
    };
    let mut baseline = args
        .baseline
        .as_deref()
        .map(|path| Baseline::read(path, Day::today()))
        .transpose()?;
    let tree = scan(&args, &settings, &rules)?;
    let nothing = (tree.files_scanned == 0).then(|| why_nothing(&tree));
    let changed_only = args.staged || args.diff.is_some();
    if let Some(why) = nothing.as_ref().filter(|_| !changed_only && !args.allow_empty) {
        bail!(why.clone());
    }
    let setting = Setting {
        rules: &rules,
        rule_source: match (args.no_default_rules, args.rules.len() + args.config.len()) {
            (true, _) => "files",
            (false, 0) => "embedded",
            (false, _) => "embedded and files",
        },
        project: args.project.clone(),
        root: args.dir.clone(),
        fail_on: settings.fail_on,
        min_confidence: settings.min_confidence,
        config: config::describe(settings.loaded.as_ref(), &tree),
    };
    let report = Report::new(tree, setting, baseline.as_mut());
    if let Some(path) = &args.write_baseline {
        let matches = report.files.iter().flat_map(|file| {
            let known = file.known.iter().map(|known| &known.found);
            file.matches
                .iter()
                .chain(known)
                .map(|found| (file.path.as_str(), found))
        });
        let written = baseline::write(path, matches, baseline.as_ref())?;
        note(
            &args,
            &format!(
                "baseline of {} written to {}",
                plural(written, "match", "matches"),
                path.display()
            ),
        );
    }
    if let Some(why) = nothing {
        note(&args, &why);
    }
    publish(&args, &report)?;
    rule_files::check(&args.config, &rules)?;
    Ok(if report.is_blocked() {
        Outcome::Blocked
    } else {
        Outcome::Passed
    })
}

/// Arguments that only make sense, or not, together.
fn check(args: &ScanCode) -> anyhow::Result<()> {
    match fs::metadata(&args.dir) {
        Ok(meta) if meta.is_dir() => {}
        Ok(_) => bail!(
            "`{}` is no folder: name the folder to scan, and choose files with --include",
            args.dir.display()
        ),
        Err(error) => {
            return Err(error).with_context(|| format!("the folder `{}` cannot be scanned", args.dir.display()));
        }
    }
    if args.no_default_rules && args.rules.is_empty() && args.config.is_empty() {
        bail!("no rule is left to look for: name rules with --config or --rules, or leave out --no-default-rules");
    }
    let mut targets = BTreeSet::new();
    let reports = args.reports.iter().map(|report| &report.file);
    for target in args.output.iter().chain(reports).chain(&args.write_baseline) {
        if !targets.insert(output::place_of(target)) {
            bail!(
                "two results would be written to `{}`: name a file for each",
                target.display()
            );
        }
    }
    Ok(())
}

impl Settings {
    fn new(args: &ScanCode) -> anyhow::Result<Self> {
        let loaded = if args.no_settings {
            None
        } else {
            config::load(&args.dir, args.settings.as_deref())?
        };
        let Config {
            exclude,
            include,
            fail_on,
            min_confidence,
            max_file_bytes,
            flow_profile,
            ..
        } = loaded.as_ref().map(|loaded| loaded.config.clone()).unwrap_or_default();
        let both = |first: Vec<String>, then: &[String]| first.into_iter().chain(then.iter().cloned()).collect();
        Ok(Self {
            exclude: both(exclude, &args.exclude),
            // What to scan is one decision: the command line replaces it.
            include: if args.include.is_empty() {
                include
            } else {
                args.include.clone()
            },
            fail_on: args.fail_on.or(fail_on).unwrap_or(Severity::High),
            min_confidence: args.min_confidence.or(min_confidence).unwrap_or(Confidence::Medium),
            max_file_bytes: args.max_file_bytes.or(max_file_bytes).unwrap_or(DEFAULT_MAX_FILE_BYTES),
            flow_profile: args.flow_profile.or(flow_profile),
            loaded,
        })
    }
}

/// The rules of the program and of the command line, changed by the settings file.
fn rules(args: &ScanCode, loaded: Option<&Loaded>) -> anyhow::Result<Cow<'static, RuleSet>> {
    let mut rules = rule_files::load(&args.rules, &args.config)?;
    if let Some(loaded) = loaded.filter(|l| !l.config.disable.is_empty() || !l.config.severity.is_empty()) {
        let Config { disable, severity, .. } = &loaded.config;
        let overrides = Overrides {
            disabled: disable.clone(),
            severity: severity.clone(),
        };
        let changed = rules.into_owned().customise(overrides);
        rules = changed
            .map(Cow::Owned)
            .map_err(|error| anyhow::anyhow!("{}: {error} (`rules` lists all)", loaded.place_of(&error.id)))?;
    }
    // Last, so that a settings file may name rules of the program in every run.
    Ok(if args.no_default_rules {
        Cow::Owned(rules.without_shipped())
    } else {
        rules
    })
}

fn scan(args: &ScanCode, settings: &Settings, rules: &RuleSet) -> anyhow::Result<TreeReport> {
    let mut options = TreeOptions {
        exclude: settings.exclude.clone(),
        include: settings.include.clone(),
        max_file_bytes: settings.max_file_bytes,
        max_files: args.max_files,
        jobs: args.jobs,
        use_git_rules: !args.no_git,
        use_ignore_files: !args.no_settings,
        across_files: !args.no_cross_file,
        text: TextOptions {
            min_confidence: settings.min_confidence,
            min_rule_confidence: settings.min_confidence,
            show_public: args.show_public,
            ..TextOptions::default()
        },
        ..TreeOptions::new(&args.dir)
    };
    let mut skipped = Vec::new();
    let mut listing = None;
    if args.staged {
        let git = Git::open(&args.dir)?;
        let staged = changes::staged(&git)?;
        let (objects, limit) = (git.objects()?, settings.max_file_bytes);
        options.only = Some(staged.blobs.keys().map(|path| (path.clone(), None)).collect());
        let blobs = staged.blobs;
        options.contents = Some(Box::new(move |path: &str| match blobs.get(path) {
            Some(id) => objects.blob(id, limit),
            None => Err(io::Error::from(io::ErrorKind::NotFound)),
        }));
        skipped = staged.skipped;
        listing = Some("staged");
    } else if let Some(reference) = &args.diff {
        let git = Git::open(&args.dir)?;
        let limit = settings.max_file_bytes;
        let changes = changes::since(&git, &args.dir, reference, limit)?;
        options.only = Some(changes.files);
        if !changes.odd.is_empty() {
            // The scanner knows such a file by a name that the disk does not have.
            let (dir, odd) = (args.dir.clone(), changes.odd);
            options.contents = Some(Box::new(move |name: &str| {
                let path = odd.get(name).map_or(Path::new(name), |path| path.as_path());
                changes::read_regular(&dir.join(path), limit)
            }));
        }
        listing = Some("diff");
    }
    let bar = Bar::new(!args.quiet && output::is_interactive());
    let scanned = scanner::scan_tree(rules, &options, &bar);
    bar.finish();
    let mut tree = scanned?;
    tree.listing = listing.unwrap_or(tree.listing);
    tree.skipped.extend(skipped);
    tree.skipped
        .sort_by(|a, b| (&a.path, &a.reason).cmp(&(&b.path, &b.reason)));
    Ok(tree)
}

/// What to say when no file was scanned: it must not look like a clean result.
fn why_nothing(tree: &TreeReport) -> String {
    let root = untrusted_text::safe_line(&tree.root, 1_000);
    match tree.listing {
        "staged" => return format!("nothing to scan in `{root}`: no staged text file"),
        "diff" => return format!("nothing to scan in `{root}`: no changed text file"),
        _ => {}
    }
    let mut reasons = Vec::new();
    if tree.files_unsupported > 0 {
        reasons.push(format!(
            "{} of no known kind",
            plural(tree.files_unsupported, "file", "files")
        ));
    }
    if tree.files_excluded > 0 {
        reasons.push(format!("{} excluded", plural(tree.files_excluded, "file", "files")));
    }
    if let Some(first) = tree.skipped.first() {
        let (path, reason) = (
            untrusted_text::safe_line(&first.path, 200),
            untrusted_text::safe_line(&first.reason, 200),
        );
        reasons.push(format!(
            "{} skipped, as `{path}` ({reason})",
            plural(tree.skipped.len(), "path", "paths")
        ));
    }
    let reasons = if reasons.is_empty() {
        "it holds no file".to_owned()
    } else {
        reasons.join(", ")
    };
    format!("nothing was scanned in `{root}`: {reasons}; pass --allow-empty if that is right")
}

/// Prints and writes the result in every form that was asked for.
fn publish(args: &ScanCode, report: &Report<'_>) -> anyhow::Result<()> {
    for target in &args.reports {
        let document = formats::render(target.format, report, Style::Full)?;
        output::write_file(&target.file, &output::plain(&document))?;
    }
    let style = match (args.quiet, args.all) {
        (true, _) => Style::Quiet,
        (_, true) => Style::All,
        _ => Style::Full,
    };
    let document = formats::render(args.format, report, style)?;
    if !args.quiet && matches!(args.format, Format::Text | Format::Github) {
        output::print_error(&formats::text::skipped(report));
    }
    let Some(file) = &args.output else {
        return match args.format {
            Format::Text => output::print_colored(&runner::safe_text(&document), args.color),
            Format::Markdown => output::print(&runner::safe_text(&document)),
            Format::Json | Format::Sarif | Format::OpengrepJson => output::print(&runner::safe_json(&document)),
            // It is made of commands, and holds nothing of a file outside them.
            Format::Github => output::print(&document),
        };
    };
    write(args, file, &document)?;
    note(
        args,
        &format!(
            "{}\n{}\nwritten to {}",
            report.totals(),
            report.result(),
            file.display()
        ),
    );
    Ok(())
}

fn write(args: &ScanCode, file: &Path, document: &str) -> anyhow::Result<()> {
    let colored = args.format == Format::Text && args.color == crate::args::Color::Always;
    let document = if colored {
        Cow::Borrowed(document)
    } else {
        Cow::Owned(output::plain(document))
    };
    output::write_file(file, &document)
}

/// A message for the person who started the run.
fn note(args: &ScanCode, message: &str) {
    if !args.quiet {
        output::print_error(&format!("{}\n", untrusted_text::safe_text(message, 8_000)));
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn the_command_line_wins_over_the_settings_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join(config::FILE_NAME),
            "fail-on = 'low'\nexclude = ['a']\ninclude = ['b']\nflow-profile = 'agreement'\n",
        )
        .unwrap();
        let parse = |options: &[&str]| {
            use clap::Parser as _;
            let args = ["x".into(), "scan-code".into(), PathBuf::from(folder.path())].into_iter();
            let cli = crate::args::Cli::parse_from(args.chain(options.iter().map(PathBuf::from)));
            let crate::args::Command::ScanCode(args) = cli.command else {
                unreachable!("scan-code was given")
            };
            Settings::new(&args).unwrap()
        };
        let plain = parse(&[]);
        assert_eq!(
            (plain.fail_on, plain.exclude.len(), plain.include[0].as_str()),
            (Severity::Low, 1, "b")
        );
        assert_eq!(plain.flow_profile, Some(FlowAnswers::Agreement));
        let given = parse(&[
            "--fail-on=critical", "--flow-profile=precise", "--exclude=c", "--include=d",
        ]);
        assert_eq!(
            (given.fail_on, given.exclude.len(), given.include.clone()),
            (Severity::Critical, 2, vec!["d".to_owned()])
        );
        assert_eq!(given.flow_profile, Some(FlowAnswers::Precise));
        assert_eq!(parse(&["--no-settings"]).fail_on, Severity::High);
    }
}
