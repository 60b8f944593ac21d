import { useState } from 'react'
import { cleanValueName } from '#domain/text/suggested-names.ts'
import { emptyValue, newKey, UNKNOWN_KEY, type CustomVariableDraft } from '#features/custom-variables/draft.ts'
import type { EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import styles from '#features/custom-variables/values/value-list.module.css'

interface NumberBandsProps {
  variableName: string
  edit: EditDraft
  /** Called once the values are there. */
  onMade: () => void
}

/** Cut points of a number: "30, 50" makes three values. */
export function NumberBands({ variableName, edit, onMade }: NumberBandsProps) {
  const [text, setText] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const make = () => {
    const points = cutPointsOf(text)
    setIsRefused(points === null)
    if (!points) return
    edit((before) => bandsAt(before, variableName, points))
    // The field is gone with the empty values.
    requestAnimationFrame(onMade)
  }
  return (
    <form
      className={styles['bands']}
      onSubmit={(event) => {
        event.preventDefault()
        make()
      }}
    >
      <TextField
        label="Cut points"
        value={text}
        onChange={(next) => {
          setText(next)
          setIsRefused(false)
        }}
        placeholder="30, 50"
        refusal={isRefused ? 'Enter numbers with commas between them, each once.' : null}
        isOptional
      />
      <Button type="submit" size="small">
        Make bands
      </Button>
    </form>
  )
}

/** The numbers of a list in ascending order; null if it is not one. */
export function cutPointsOf(text: string): readonly string[] | null {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  const isNumber = parts.every((part) => /^-?\d+(?:\.\d+)?$/.test(part))
  const numbers = new Set(parts.map(Number))
  if (!isNumber || parts.length === 0 || numbers.size < parts.length) return null
  return parts.toSorted((one, other) => Number(one) - Number(other))
}

/** Values for the numbers below the first cut point, from each to the next, and from the last; others are [UNK]. */
export function bandsAt(
  draft: CustomVariableDraft,
  variableName: string,
  points: readonly string[],
): CustomVariableDraft {
  const bound = (operator: 'GTE' | 'LT', value: string) => ({
    key: newKey(),
    variableName,
    condition: { operator, values: [value] },
  })
  const bands = [undefined, ...points].map((from, place) => {
    const to = points[place]
    const name = [
      ...(from === undefined ? ['under'] : [from]),
      ...(to === undefined ? ['or_more'] : from === undefined ? [to] : ['to_under', to]),
    ].join('_')
    return {
      ...emptyValue(undefined),
      name: cleanValueName(name),
      parts: [...(from === undefined ? [] : [bound('GTE', from)]), ...(to === undefined ? [] : [bound('LT', to)])],
    }
  })
  return { ...draft, values: bands, defaultKey: UNKNOWN_KEY }
}
