import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Call } from '#api/result.ts'
import type { Sketch } from '#contract/shapes/entities.ts'
import { variableSketches } from '#contract/variables.ts'
import { SKETCHES_MAX } from '#domain/limits.ts'
import { formatSize } from '#domain/numbers.ts'
import { useServices } from '#entities/server-state/services.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import styles from '#entities/variables/variable-sparkline.module.css'

/** A variable's distribution, small enough for a row; nothing if the back end has none. */
export function VariableSketch({ name, isLarge = false }: { name: string; isLarge?: boolean }) {
  const size = isLarge ? LARGE : SMALL
  return useStays(name) ? <Sketch name={name} size={size} /> : <SparklinePlaceholder size={size} />
}

function Sketch({ name, size }: { name: string; size: Size }) {
  const sketch = useSketch(name)
  if (!sketch) return <SparklinePlaceholder size={size} />
  const words = sketch.counts.map(([value, count]) => `${value}: ${formatSize(count)}`)
  const label = `Answers to ${name}. ${words.join('; ')}`
  return <Sparkline label={label} counts={sketch.counts.map(([, n]) => n ?? 0)} size={size} />
}

/** Rows that only scroll past send no request. */
const PATIENCE = 150
/** Requests within this window are sent as one. */
const GATHERING = 10

interface Waiting {
  readonly name: string
  readonly resolve: (sketch: Sketch | null) => void
  readonly fail: (error: unknown) => void
}

const waitingByCall = new WeakMap<Call, Waiting[]>()

/** One sketch; requests of the same window share one HTTP request. */
function fetchSketch(call: Call, name: string): Promise<Sketch | null> {
  return new Promise((resolve, fail) => {
    const waiting = waitingByCall.get(call)
    if (waiting) return void waiting.push({ name, resolve, fail })
    const gathered: Waiting[] = [{ name, resolve, fail }]
    waitingByCall.set(call, gathered)
    setTimeout(() => {
      waitingByCall.delete(call)
      for (let first = 0; first < gathered.length; first += SKETCHES_MAX) {
        void fetchTogether(call, gathered.slice(first, first + SKETCHES_MAX))
      }
    }, GATHERING)
  })
}

async function fetchTogether(call: Call, waiting: readonly Waiting[]): Promise<void> {
  const answer = await call(variableSketches, { variableNames: waiting.map(({ name }) => name) }, { silent: 'all' })
  for (const { name, resolve, fail } of waiting) {
    if (answer.ok) resolve(answer.value.data.find((sketch) => sketch.variableName === name) ?? null)
    else fail(new Error(answer.message))
  }
}

const sketchKey = (name: string) => ['sketch', name]

/** True for a row that was fetched before or has been in sight for a while. */
export function useStays(name: string): boolean {
  const { queryClient } = useServices()
  const [stays, setStays] = useState(() => queryClient.getQueryData(sketchKey(name)) !== undefined)
  useEffect(() => {
    if (stays) return undefined
    const timer = setTimeout(() => setStays(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [stays])
  return stays
}

/** A variable's distribution in a few bars; undefined while loading, null if there is none. */
export function useSketch(name: string): Sketch | null | undefined {
  const { call, queryClient } = useServices()
  const isSupported = useAtomValue(isOfferedAtom)(variableSketches)
  const { data } = useQuery(
    {
      queryKey: sketchKey(name),
      enabled: isSupported,
      staleTime: Infinity,
      queryFn: () => fetchSketch(call, name),
    },
    queryClient,
  )
  return data
}

interface SketchBarsProps {
  /** Text alternative. */
  label: string
  counts: readonly number[]
  size: Size
}

interface Size {
  readonly width: number
  readonly height: number
  readonly bar: number
}

const SMALL: Size = { width: 64, height: 16, bar: 12 }
const LARGE: Size = { width: 96, height: 28, bar: 18 }
const GAP = 1

/** Reserves the width, so that columns do not shift. */
function SparklinePlaceholder({ size: { width, height } }: { size: Size }) {
  return <svg className={styles['room']} aria-hidden="true" width={width} height={height} />
}

/** A sparkline histogram for a row. */
function Sparkline({ label, counts, size }: SketchBarsProps) {
  const tallest = Math.max(1, ...counts)
  const step = Math.min(size.bar, size.width / counts.length)
  return (
    <svg className={styles['sketch']} role="img" aria-label={label} width={size.width} height={size.height}>
      <title>{label}</title>
      {counts.map((count, place) => {
        // Zero has no bar; any other count is visible.
        const height = count === 0 ? 0 : Math.max(1, (size.height * count) / tallest)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- bars are identified by position
          <rect key={place} x={place * step} y={size.height - height} width={Math.max(1, step - GAP)} height={height} />
        )
      })}
    </svg>
  )
}
