import type { Sketch } from '#contract/entities.ts'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Call } from '#api/result.ts'
import { variableSketches } from '#contract/variables.ts'
import { SKETCHES_MAX } from '#domain/limits.ts'
import { isOfferedAtom } from '#entities/session.ts'
import { useServices } from '#entities/services.ts'

/** A row that is only passed by, while one types or scrolls, asks for nothing. */
const PATIENCE = 150
/** Rows that ask in so short a time ask together. */
const GATHERING = 10

interface Waiting {
  readonly name: string
  readonly tell: (sketch: Sketch | null) => void
  readonly fail: (error: unknown) => void
}

const waitingByCall = new WeakMap<Call, Waiting[]>()

/** One sketch, fetched together with those that are asked for at the same time. */
function fetchSketch(call: Call, name: string): Promise<Sketch | null> {
  return new Promise((tell, fail) => {
    const waiting = waitingByCall.get(call)
    if (waiting) return void waiting.push({ name, tell, fail })
    const own: Waiting[] = [{ name, tell, fail }]
    waitingByCall.set(call, own)
    setTimeout(() => {
      waitingByCall.delete(call)
      for (let first = 0; first < own.length; first += SKETCHES_MAX) {
        void fetchTogether(call, own.slice(first, first + SKETCHES_MAX))
      }
    }, GATHERING)
  })
}

async function fetchTogether(call: Call, waiting: readonly Waiting[]): Promise<void> {
  const answer = await call(variableSketches, { variableNames: waiting.map(({ name }) => name) }, { silent: 'all' })
  for (const { name, tell, fail } of waiting) {
    if (answer.ok) tell(answer.value.data.find((sketch) => sketch.variableName === name) ?? null)
    else fail(new Error(answer.message))
  }
}

const sketchKey = (name: string) => ['sketch', name]

/** Whether a row is worth asking for: it was asked for before, or has stood for a while. */
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

/** The few bars of a variable's answers; undefined until they are here, null where there are none. */
export function useSketch(name: string): Sketch | null | undefined {
  const { call, queryClient } = useServices()
  const canTell = useAtomValue(isOfferedAtom)(variableSketches)
  const { data } = useQuery(
    {
      queryKey: sketchKey(name),
      enabled: canTell,
      staleTime: Infinity,
      queryFn: () => fetchSketch(call, name),
    },
    queryClient,
  )
  return data
}
