import { ImportRefused, type Problem } from '#server/modules/imports/source/problem.ts'

/** Collects the problems of several files, to report them together. */
export class ProblemCollector {
  readonly #problems: Problem[]

  constructor(problems: readonly Problem[] = []) {
    this.#problems = [...problems]
  }

  /** The result, or null where the work was refused; its problems are collected. */
  attempt<Result>(work: () => Result): Result | null {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      this.#problems.push(...error.problems)
      return null
    }
  }

  async attemptAsync<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      this.#problems.push(...error.problems)
      return null
    }
  }

  get problems(): readonly Problem[] {
    return this.#problems
  }

  throwIfAny(): void {
    if (this.#problems.length > 0) throw new ImportRefused(this.#problems)
  }
}
