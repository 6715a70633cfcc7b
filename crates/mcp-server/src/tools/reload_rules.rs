use rulebook::Reloaded;

use crate::failure::Failure;
use crate::inputs::Nothing;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `reload_rules`.
pub(super) struct ReloadRules;

impl Tool for ReloadRules {
    const NAME: &'static str = "reload_rules";
    const TITLE: &'static str = "Reload rules";
    const DESCRIPTION: &'static str = "Reads the rules and checklists of the database again at once; without it a change is seen \
        within 5 seconds. Changes no rule. Refused to a token that is restricted to projects.";
    const EFFECT: Effect = Effect::Writes { idempotent: true };
    type Input = Nothing;
    type Output = Reloaded;

    async fn call(call: Call, _: Nothing) -> Result<Answer<Reloaded>, Failure> {
        if call.caller.is_restricted() {
            return Err(Failure::expected(
                "a token that is restricted to projects cannot reload the rules; a change is seen within 5 seconds anyway",
            ));
        }
        let rules = call.services.rulebook.reload().await;
        Ok(Answer::json(Reloaded::from(&*rules)))
    }
}
