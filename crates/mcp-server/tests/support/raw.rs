use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf};

/// A connection on which frames are written by hand: for what the official client does not send, and for the order of frames.
pub struct Raw {
    input: WriteHalf<DuplexStream>,
    output: BufReader<ReadHalf<DuplexStream>>,
}

impl Raw {
    pub fn new(pipe: DuplexStream) -> Self {
        let (output, input) = tokio::io::split(pipe);
        Self {
            input,
            output: BufReader::new(output),
        }
    }

    pub async fn send(&mut self, frame: Value) {
        let line = format!("{frame}\n");
        self.input.write_all(line.as_bytes()).await.expect("written");
    }

    pub async fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).await.expect("read");
        serde_json::from_str(&line).expect("a frame")
    }

    /// Opens a session of 2025-11-25.
    pub async fn initialize(&mut self) {
        let client = json!({"name": "raw", "version": "0"});
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        self.send(json!({"jsonrpc": "2.0", "id": "start", "method": "initialize", "params": params}))
            .await;
        assert_eq!(self.receive().await["id"], "start");
        self.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
    }

    /// Sends a request and gives every frame up to its answer, which is the last one.
    pub async fn request(&mut self, id: i64, method: &str, params: Value) -> Vec<Value> {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        let mut frames = Vec::new();
        loop {
            let frame = self.receive().await;
            let is_answer = frame["id"] == id;
            frames.push(frame);
            if is_answer {
                return frames;
            }
        }
    }
}
