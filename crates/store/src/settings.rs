//! Settings that are kept in the database, by key.

use domain::{Actor, Timestamp};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, EntityTrait, Set};

use crate::entity::setting;
use crate::{Error, Store, audit};

/// The value of a setting.
///
/// # Errors
///
/// When the database fails.
pub async fn get(store: &Store, key: &str) -> Result<Option<String>, Error> {
    if key.contains('\0') {
        return Ok(None);
    }
    let tx = store.read().await?;
    let row = setting::Entity::find_by_id(key).one(&tx).await?;
    Ok(row.map(|row| row.value))
}

/// Sets a setting. The log of changes names the key, never the value.
///
/// # Errors
///
/// [`domain::Error::Invalid`] for a key or a value with a NUL character.
pub async fn set(store: &Store, key: &str, value: &str, actor: &Actor, now: Timestamp) -> Result<(), Error> {
    if key.contains('\0') || value.contains('\0') {
        return Err(domain::Error::invalid("the setting contains a NUL character: remove it").into());
    }
    let tx = store.write().await?;
    write(&*tx, key, value, Some(actor), now).await?;
    audit::record(
        &*tx,
        actor,
        now,
        audit::Entry::new("settings.changed", "setting").target(key),
    )
    .await?;
    tx.commit().await
}

pub(crate) async fn write(
    db: &impl ConnectionTrait,
    key: &str,
    value: &str,
    actor: Option<&Actor>,
    now: Timestamp,
) -> Result<(), Error> {
    use setting::Column::{Key, UpdatedAt, UpdatedBy, Value};

    let row = setting::ActiveModel {
        key: Set(key.to_owned()),
        value: Set(value.to_owned()),
        updated_at: Set(now.as_micros()),
        updated_by: Set(actor.map(ToString::to_string)),
    };
    setting::Entity::insert(row)
        .on_conflict(
            OnConflict::column(Key)
                .update_columns([Value, UpdatedAt, UpdatedBy])
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    Ok(())
}
