//! The `dejalu` program: see [`dejalu::cli`].

fn main() -> std::process::ExitCode {
    dejalu::cli::main()
}
