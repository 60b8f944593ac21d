import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mock } from 'node:test'
import { TRASH_KINDS } from '#contract/trash.ts'
import { auditRowsSince, type AuditEntry } from '#server/store/audit/read.ts'
import { act } from '#tests/simulation/clients/actions.ts'
import type { Account, Surroundings } from '#tests/simulation/clients/client.ts'
import { listObjects } from '#tests/simulation/clients/objects.ts'
import { signInBy, tryToken } from '#tests/simulation/clients/sessions.ts'
import { injectFaults } from '#tests/simulation/faults/inject.ts'
import { checkAudit } from '#tests/simulation/model/audit.ts'
import { seenIndividuals } from '#tests/simulation/model/individuals.ts'
import { checkKeys } from '#tests/simulation/model/keys.ts'
import { checkPasswords } from '#tests/simulation/model/passwords.ts'
import { checkRegisters, inWords } from '#tests/simulation/model/registers.ts'
import { checkSessions } from '#tests/simulation/model/sessions.ts'
import type { Violation } from '#tests/simulation/model/violation.ts'
import { planFrom, type FaultName, type Plan } from '#tests/simulation/plan.ts'
import { choicesFrom, type Choices } from '#tests/simulation/random.ts'
import type { Step } from '#tests/simulation/scheduler.ts'
import { FIRST_PASSWORD } from '#tests/simulation/template.ts'
import { createWorld, type World } from '#tests/simulation/world.ts'

export interface Simulation {
  readonly seed: number
  readonly violations: readonly Violation[]
  /** The history in words. */
  readonly lines: readonly string[]
  readonly steps: number
  /** The number of requests. */
  readonly operations: number
  /** The number of server processes. */
  readonly processes: number
  readonly injected: Readonly<Partial<Record<FaultName, number>>>
}

const BEGINNING = Date.UTC(2024, 0, 1)
/** Steps after which a simulation counts as endless. */
const STEPS_MAX = 20_000

/** Runs one simulation on a copy of the template; the same seed gives the same simulation. */
export async function simulate(seed: number, template: string): Promise<Simulation> {
  const choices = choicesFrom(seed)
  const plan = planFrom(choices)
  const folder = mkdtempSync(join(template, '..', `simulation-${seed}-`))
  const dataFolder = join(folder, 'data')
  cpSync(template, dataFolder, { recursive: true })
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: BEGINNING })
  try {
    const world = await createWorld(folder, dataFolder, choices)
    const { history } = world.machine
    const { steps, broken } = await runUntilTheEnd(world, plan, choices).then(
      (count) => ({ steps: count, broken: [] }),
      // For example a connection that the server left in a failed transaction.
      (error: unknown) => ({
        steps: 0,
        broken: [{ rule: 'the store is consistent' as const, lines: [String(error)] }],
      }),
    )
    const isWhole = world.isOpen() && broken.length === 0
    const violations = [...world.violations, ...broken, ...(isWhole ? await check(world) : [])]
    world.close()
    return {
      seed,
      violations,
      steps,
      lines: history.lines,
      operations: history.operations.length,
      processes: world.network.server.number,
      injected: Object.fromEntries(history.injected),
    }
  } finally {
    mock.timers.reset()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runUntilTheEnd(world: World, plan: Plan, choices: Choices): Promise<number> {
  const accounts = new Map<string, Account>()
  let words = 0
  const surroundingsOf = ({ name, username }: Pick<Plan['clients'][number], 'name' | 'username'>): Surroundings => {
    const known = accounts.get(username)
    const account = known ?? {
      username,
      isAdmin: username === 'admin',
      objects: [],
      passwords: [FIRST_PASSWORD],
      tokens: [],
    }
    accounts.set(username, account)
    return {
      network: world.network,
      scheduler: world.machine.scheduler,
      client: { name, account, choices, token: null },
      newWord: () => `w${1000 + words++}`,
      doubleSends: plan.doubleSends,
    }
  }
  const acting = plan.clients.map((client) => act(surroundingsOf(client), client.actions, plan.weights))
  let steps = await drive(world, plan, Promise.all(acting), () => injectFaults(world, plan, choices))
  const { disk } = world.machine
  Object.assign(disk, { state: 'works', readErrors: 0, lostCommits: 0 })
  if (world.isOpen()) steps += await drive(world, plan, Promise.all(acting))
  if (world.isOpen()) await (choices.isChance(0.5) ? world.kill(false) : world.restart())
  if (!world.isOpen()) return steps
  for (const { username, tokens } of accounts.values()) {
    steps += await drive(
      world,
      plan,
      lookAround(world, surroundingsOf({ name: `${username} at the end`, username }), tokens),
    )
  }
  return steps
}

/** Uses each session, then signs in and lists everything. */
async function lookAround(world: World, surroundings: Surroundings, tokens: readonly string[]): Promise<void> {
  const { account } = surroundings.client
  for (const token of tokens) await tryToken(surroundings, token)
  const passwords = account.passwords.toReversed()
  for (const password of passwords) if (surroundings.client.token === null) await signInBy(surroundings, password)
  if (surroundings.client.token === null) {
    const last = world.network.history.operations.slice(-passwords.length)
    // Too many wrong passwords before: the account is locked for some time.
    if (last.some(({ status }) => status === 429)) return
    world.violations.push({
      rule: 'a password is the one set last',
      lines: ['no password works', ...last.map(inWords)],
    })
    return
  }
  for (const kind of TRASH_KINDS) await listObjects(surroundings, kind)
}

/** Runs waiting steps until the work is done and nothing waits. Returns their number. */
async function drive(
  world: World,
  plan: Plan,
  work: Promise<unknown>,
  beforeStep: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const { machine, network, violations } = world
  const { scheduler, choices } = machine
  let isDone = false
  void work.then(() => (isDone = true))
  await scheduler.settled()
  let steps = 0
  for (let idle = 0; ;) {
    const waiting = scheduler.waiting()
    if (isDone && waiting.length === 0) return steps
    await beforeStep()
    if (!world.isOpen()) return steps
    const step = chosenStep(scheduler.waiting(), plan, choices)
    if (step !== null) {
      idle = 0
      await world.runStep(step)
    } else if (!(await scheduler.awaited()) && idle++ < IDLE_MAX) await world.passTime(IDLE_MILLISECONDS)
    if (++steps < STEPS_MAX && idle < IDLE_MAX) continue
    violations.push({
      rule: 'every request ends',
      lines: [...network.inFlight].map(({ operation }) => inWords(operation)),
    })
    return steps
  }
}

/** Nothing waits although requests are open: the time limit of requests ends them, or they hang. */
const IDLE_MAX = 3
const IDLE_MILLISECONDS = 40_000

function chosenStep(waiting: readonly Step[], { order, slowCommits }: Plan, choices: Choices): Step | null {
  if (waiting.length === 0) return null
  const others = waiting.filter(({ label }) => label !== 'COMMIT')
  const among = others.length > 0 && choices.isChance(slowCommits) ? others : waiting
  return choices.isChance(order) ? (among[0] ?? null) : choices.oneOf(among)
}

async function check({ network, machine: { history } }: World): Promise<Violation[]> {
  return network.server.real.withConnection(async (connection) => {
    const entries: AuditEntry[] = []
    for await (const rows of auditRowsSince(connection, 0)) entries.push(...rows)
    return [
      ...checkRegisters(history, await seenIndividuals(connection, history.operations)),
      ...checkKeys(history),
      ...checkSessions(history),
      ...checkPasswords(history, FIRST_PASSWORD),
      ...checkAudit(history, entries),
    ]
  })
}
