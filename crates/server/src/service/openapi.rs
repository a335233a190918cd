//! The description of the service, OpenAPI 3.1.

use utoipa::OpenApi;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};

use super::routes;
use crate::failure::Problem;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "dejalu",
        description = "Learned near-duplicate detection. A server that listens beyond its own computer asks every request but GET /health for a token."
    ),
    paths(
        routes::classify,
        routes::explain,
        routes::find_near,
        routes::add_documents,
        routes::health
    ),
    components(schemas(Problem)),
    modifiers(&Token)
)]
struct Description;

/// Every call may need the token.
struct Token;

impl utoipa::Modify for Token {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let components = openapi.components.get_or_insert_default();
        let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        components.add_security_scheme("token", bearer);
    }
}

/// The description of what [`serve`](super::serve) answers, as JSON.
pub fn openapi() -> String {
    let text = Description::openapi().to_pretty_json();
    text.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_is_described_with_its_refusals() {
        let all: serde_json::Value = serde_json::from_str(&openapi()).unwrap();
        assert!(all["openapi"].as_str().unwrap().starts_with("3.1"));
        for path in ["/classify", "/explain", "/find", "/documents"] {
            let responses = &all["paths"][path]["post"]["responses"];
            for status in ["200", "400", "401", "413", "429", "503"] {
                assert!(responses[status].is_object(), "{path} {status}");
            }
        }
        assert!(all["paths"]["/health"]["get"].is_object());
        for schema in ["InputDocument", "Problem"] {
            assert!(all["components"]["schemas"][schema].is_object());
        }
    }
}
