//! [`Work`]: work that takes time, a bounded amount of it at once.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::failure::Failure;

/// Message about work that has panicked, which is a fault of the program; the server keeps running.
pub(super) const FAILED: &str = "the work has failed; please report it";

/// Runs at most `working` jobs and queues `waiting` more; rejects the rest with status 429.
#[derive(Clone)]
pub(super) struct Work {
    working: Arc<Semaphore>,
    places: Arc<Semaphore>,
    patience: Duration,
}

impl Work {
    pub(super) fn new(working: usize, waiting: usize, patience: Duration) -> Self {
        let working = working.max(1);
        Work {
            working: Arc::new(Semaphore::new(working)),
            places: Arc::new(Semaphore::new(working + waiting)),
            patience,
        }
    }

    /// Does it on a thread of its own, once it is its turn. Work that was begun keeps its place until it
    /// ends, even if nobody waits for it any more.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let place = self.places.clone().try_acquire_owned();
        let place = place.map_err(|_| Failure::busy())?;
        let turn = timeout(self.patience, self.working.clone().acquire_owned()).await;
        let turn = turn
            .map_err(|_| Failure::late())?
            .map_err(|_| Failure::busy())?;
        let begun = spawn_blocking(move || {
            let done = work();
            drop((turn, place));
            done
        });
        match timeout(self.patience, begun).await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) => Err(Failure::new(
                axum::http::StatusCode::INTERNAL_SERVER_ERROR,
                FAILED,
            )),
            Err(_) => Err(Failure::late()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_sent_away_and_what_waits_gets_its_turn() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_time()
            .build();
        runtime.unwrap().block_on(async {
            let work = Work::new(1, 1, Duration::from_secs(5));
            let (open, gate) = std::sync::mpsc::channel::<()>();
            let (begun, has_begun) = tokio::sync::oneshot::channel();
            let first = tokio::spawn({
                let work = work.clone();
                async move {
                    work.run(move || {
                        let _ = begun.send(());
                        gate.recv().map_err(|_| Failure::busy())
                    })
                    .await
                }
            });
            has_begun.await.unwrap();
            let second = tokio::spawn({
                let work = work.clone();
                async move { work.run(|| Ok(2)).await }
            });
            tokio::time::sleep(Duration::from_millis(50)).await;
            let third = work.run(|| Ok(3)).await.unwrap_err();
            assert!(format!("{third:?}").contains("429"), "{third:?}");
            open.send(()).unwrap();
            assert!(first.await.unwrap().is_ok());
            assert_eq!(second.await.unwrap().unwrap(), 2);
            let panicking = work
                .run(|| -> Result<(), Failure> { panic!("for the test") })
                .await;
            assert!(format!("{panicking:?}").contains("500"));
            assert_eq!(work.run(|| Ok(4)).await.unwrap(), 4);
            let slow = Work::new(1, 1, Duration::from_millis(20));
            let late = slow
                .run(|| {
                    std::thread::sleep(Duration::from_millis(200));
                    Ok(())
                })
                .await;
            assert!(format!("{late:?}").contains("503"));
        });
    }
}
