//! Development standards: read at each use, so that a change counts at once everywhere.

use domain::{Actor, Standard, Timestamp};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder};

use crate::entity::standard;
use crate::{Error, Store, audit, catalogue};

/// Standards kept at most, those of the program included.
pub const MAX_STANDARDS: u64 = 200;

/// A standard and what is known of its row.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredStandard {
    /// The standard.
    pub standard: Standard,
    /// See [`catalogue::of_standard`].
    pub digest: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was changed last.
    pub updated_at: Timestamp,
    /// Who changed it last; none if it came with the program.
    pub updated_by: Option<String>,
}

/// The standards that are switched on, by slug.
///
/// # Errors
///
/// When the database fails.
pub async fn enabled(store: &Store) -> Result<Vec<Standard>, Error> {
    let tx = store.read().await?;
    let rows = standard::Entity::find()
        .filter(standard::Column::Enabled.eq(true))
        .order_by_asc(standard::Column::Slug)
        .all(&tx)
        .await?;
    rows.into_iter().map(|row| Ok(read(row)?.standard)).collect()
}

/// All standards, by slug.
///
/// # Errors
///
/// When the database fails.
pub async fn all(store: &Store) -> Result<Vec<StoredStandard>, Error> {
    let tx = store.read().await?;
    let rows = standard::Entity::find()
        .order_by_asc(standard::Column::Slug)
        .all(&tx)
        .await?;
    rows.into_iter().map(read).collect()
}

/// One standard, switched on or not.
///
/// # Errors
///
/// [`domain::Error::NotFound`].
pub async fn get(store: &Store, slug: &str) -> Result<StoredStandard, Error> {
    if slug.contains('\0') {
        return Err(not_found(slug));
    }
    let tx = store.read().await?;
    match standard::Entity::find_by_id(slug).one(&tx).await? {
        Some(row) => read(row),
        None => Err(not_found(slug)),
    }
}

/// Writes a standard, new or in the place of the one with its slug, in its stored form.
///
/// # Errors
///
/// [`domain::Error`] when a field is out of its bounds, or the standard is one too many.
pub async fn put(store: &Store, standard: &Standard, actor: &Actor, now: Timestamp) -> Result<Standard, Error> {
    let standard = standard.clone().check()?;
    let tx = store.write().await?;
    // Several people may add the last one at the same time.
    catalogue::wait_for_turn(&tx).await?;
    let stored = standard::Entity::find_by_id(&standard.slug).one(&*tx).await?;
    let count = standard::Entity::find().count(&*tx).await?;
    if stored.is_none() && count >= MAX_STANDARDS {
        return Err(domain::Error::invalid(format!(
            "there are {count} standards, those of the program included, and the limit is {MAX_STANDARDS}: delete some"
        ))
        .into());
    }
    let action = if stored.is_some() {
        "standard.updated"
    } else {
        "standard.created"
    };
    write(&*tx, &standard, Some(actor), stored.map(|row| row.created_at), now).await?;
    let event = audit::Entry::new(action, "standard")
        .target(&standard.slug)
        .detail("enabled", standard.enabled);
    audit::record(&*tx, actor, now, event).await?;
    tx.commit().await?;
    Ok(standard)
}

/// Takes a standard away. One that came with the program does not come back.
///
/// # Errors
///
/// [`domain::Error::NotFound`].
pub async fn delete(store: &Store, slug: &str, actor: &Actor, now: Timestamp) -> Result<(), Error> {
    if slug.contains('\0') {
        return Err(not_found(slug));
    }
    let tx = store.write().await?;
    if standard::Entity::delete_by_id(slug).exec(&*tx).await?.rows_affected == 0 {
        return Err(not_found(slug));
    }
    let event = audit::Entry::new("standard.deleted", "standard").target(slug);
    audit::record(&*tx, actor, now, event).await?;
    tx.commit().await
}

/// Writes the row of a standard, made at `created_at` or now.
pub(crate) async fn write(
    db: &impl ConnectionTrait,
    standard: &Standard,
    actor: Option<&Actor>,
    created_at: Option<i64>,
    now: Timestamp,
) -> Result<(), Error> {
    use standard::Column::{
        Content, Description, Digest, Enabled, FilePatterns, Slug, Technologies, Title, UpdatedAt, UpdatedBy,
    };

    let row = standard::Model {
        slug: standard.slug.clone(),
        title: standard.title.clone(),
        description: standard.description.clone(),
        technologies: serde_json::json!(standard.technologies).to_string(),
        file_patterns: serde_json::json!(standard.file_patterns).to_string(),
        content: standard.content.clone(),
        enabled: standard.enabled,
        digest: catalogue::of_standard(standard),
        created_at: created_at.unwrap_or(now.as_micros()),
        updated_at: now.as_micros(),
        updated_by: actor.map(ToString::to_string),
    };
    let columns = [
        Title, Description, Technologies, FilePatterns, Content, Enabled, Digest, UpdatedAt, UpdatedBy,
    ];
    standard::Entity::insert(standard::ActiveModel::from(row))
        .on_conflict(OnConflict::column(Slug).update_columns(columns).to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(())
}

fn read(row: standard::Model) -> Result<StoredStandard, Error> {
    let list = |text: &str| {
        serde_json::from_str(text).map_err(|_| Error::unreadable(format_args!("lists of the standard {}", row.slug)))
    };
    Ok(StoredStandard {
        digest: row.digest.clone(),
        created_at: Timestamp::from_micros(row.created_at),
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by.clone(),
        standard: Standard {
            technologies: list(&row.technologies)?,
            file_patterns: list(&row.file_patterns)?,
            slug: row.slug.clone(),
            title: row.title,
            description: row.description,
            content: row.content,
            enabled: row.enabled,
        },
    })
}

fn not_found(slug: &str) -> Error {
    domain::Error::not_found("standard", untrusted_text::safe_line(slug, 100)).into()
}
