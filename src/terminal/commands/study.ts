import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { text as readText } from 'node:stream/consumers'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import { studyApply, studyInfo, studyPlan } from '#contract/study-files.ts'
import { formatCount } from '#domain/numbers.ts'
import { isEarlierRelease, releaseSentence, sizeAtReleaseWords } from '#domain/study/release-words.ts'
import { valueOf } from '#terminal/connect.ts'
import { EXIT, TerminalFailure, type Exit, type TerminalContext } from '#terminal/context.ts'
import { print } from '#terminal/print.ts'
import { projectOf } from '#terminal/saved.ts'

type Plan = ResponseOf<typeof studyPlan>
type Change = Plan['changes'][number]

const KINDS: Readonly<Record<Change['kind'], string>> = {
  cohort: 'cohort',
  construct: 'custom variable',
  varset: 'variable set',
}
const SIGNS: Readonly<Record<Change['change'], string>> = {
  create: '+',
  change: '~',
  rerun: '~',
  keep: ' ',
  remove: '-',
}

export async function planFile(context: TerminalContext, [file = '']: readonly string[]): Promise<Exit> {
  const plan = await planOf(context, await readStudy(context, file))
  print(context, plan, () => planText(plan, file))
  return plan.problems.length > 0 ? EXIT.failed : EXIT.done
}

export async function applyFile(context: TerminalContext, [file = '']: readonly string[]): Promise<Exit> {
  const sent = await readStudy(context, file)
  const plan = await planOf(context, sent)
  if (plan.problems.length > 0) throw new TerminalFailure(planText(plan, file))
  const isChange = plan.changes.some(({ change }) => change !== 'keep')
  if (isChange && !context.options.yes) await confirm(context, planText(plan, file))
  // The plan that was shown: another one since is refused.
  const applied = isChange
    ? valueOf(await context.call(studyApply, { ...sent, base: plan.base }))
    : { ...plan, undo: null }
  print(context, applied, () => planText(applied, file))
  return EXIT.done
}

export async function exportProject(context: TerminalContext, [project]: readonly string[]): Promise<Exit> {
  const { text, ...more } = valueOf(await context.call(studyInfo, { projectId: await projectOf(context, project) }))
  const { output } = context.options
  if (output !== undefined && output !== '-') await writeFile(output, text)
  else if (!context.options.json) {
    context.output.write(text)
    return EXIT.done
  }
  print(context, { text, ...more, file: output ?? null }, () => `Wrote ${output}.`)
  return EXIT.done
}

async function readStudy(context: TerminalContext, file: string) {
  const text = await (file === '-' ? readText(context.input) : readFile(file, 'utf8')).catch((error: unknown) => {
    throw new TerminalFailure(`${file} cannot be read: ${error instanceof Error ? error.message : ''}`)
  })
  return { text, projectId: await projectOf(context), remove: context.options.remove }
}

type Sent = Awaited<ReturnType<typeof readStudy>>

async function planOf({ call }: TerminalContext, sent: Sent): Promise<Plan> {
  return valueOf(await call(studyPlan, sent))
}

async function confirm({ input, error }: TerminalContext, text: string): Promise<void> {
  if (input.isTTY !== true) throw new TerminalFailure('Nobody can be asked here: add --yes.', EXIT.misused)
  const asker = createInterface({ input, output: error })
  const answer = await asker.question(`${text}\n\nApply these changes? [y/N] `)
  asker.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new TerminalFailure('Nothing was changed.')
}

function planText({ problems, changes, undeclared, release }: Plan, file: string): string {
  if (problems.length > 0) {
    return problems
      .map(({ line, column, message }) => [file, line, column, ` ${message}`].filter(Boolean).join(':'))
      .join('\n')
  }
  const earlier = isEarlierRelease(release) ? release : null
  const shown = changes.filter(({ change, kind }) => change !== 'keep' || (earlier !== null && kind === 'cohort'))
  const lines = shown.flatMap((change) => changeLines(change, earlier))
  const isChange = changes.some(({ change }) => change !== 'keep')
  const kept = changes.length - shown.length
  const rest = [kept > 0 && `${kept} unchanged`, undeclared.length > 0 && `${undeclared.length} not in the file, left`]
  return [releaseSentence(release), ...lines, isChange ? '' : 'Nothing to do.', rest.filter(Boolean).join(', ')]
    .filter(Boolean)
    .join('\n')
}

function changeLines({ change, kind, name, before, after, ...counts }: Change, earlier: Plan['release']): string[] {
  const { sizeBefore, sizeAfter, entered, left, sizeAtRelease } = counts
  const size =
    sizeAfter === null
      ? ''
      : ` · ${sizeBefore === null ? '' : `${formatCount(sizeBefore)} → `}${formatCount(sizeAfter)}`
  const moved = entered === null || left === null ? '' : ` (${formatCount(entered)} enter, ${formatCount(left)} leave)`
  const then =
    earlier && kind === 'cohort' && change !== 'remove' ? ` · ${sizeAtReleaseWords(sizeAtRelease, earlier)}` : ''
  const head = `${SIGNS[change]} ${change} ${KINDS[kind]} ${name}${size}${moved}${then}`
  if (change !== 'change' || before === after) return [head]
  return [head, ...textLines('-', before), ...textLines('+', after)]
}

function textLines(sign: string, text: string | null): string[] {
  return text === null
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => `    ${sign} ${line}`)
}
