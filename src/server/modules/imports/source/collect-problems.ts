import { ImportRefused, type Problem } from '#server/modules/imports/source/problem.ts'

/** Gathers what is wrong with each of several files, so that all is told at once. */
export class ProblemCollector {
  readonly #problems: Problem[]

  constructor(problems: readonly Problem[] = []) {
    this.#problems = [...problems]
  }

  /** The work's result, or null where it was refused; the reasons are kept. */
  attempt<Result>(work: () => Result): Result | null {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      this.#problems.push(...error.problems)
      return null
    }
  }

  /** The same of work that takes its time. */
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

  /** Throws ImportRefused if anything was refused. */
  throwIfAny(): void {
    if (this.#problems.length > 0) throw new ImportRefused(this.#problems)
  }
}
