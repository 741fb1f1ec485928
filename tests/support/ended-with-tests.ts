const children = new Set<Bun.Subprocess>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** Ends a program with the tests, even if they fail before they end it. */
export function endedWithTests<Child extends Bun.Subprocess>(child: Child): Child {
  children.add(child);
  void child.exited.then(() => children.delete(child));
  return child;
}
