import { useEffect, useRef, useState } from 'react'
import type { ImportedVariable } from '#contract/shapes-of-imports.ts'
import { tableName } from '#domain/table-name.ts'
import { ChoicePicker } from '#entities/choice-picker.tsx'
import { baseVariableRowsAtom } from '#entities/sources/variable-rows.ts'
import { Button } from '#ui/button.tsx'

interface SameAsProps {
  variable: ImportedVariable
  onSame: (column: string, variableName: string) => void
}

/** A new variable, and the way to say that its column is one of the database's; the focus stays in the row. */
export function SameAs({ variable: { file, original_name, variable_name }, onSame }: SameAsProps) {
  const [isChoosing, setIsChoosing] = useState<boolean | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChoosing !== null) place.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [isChoosing])
  return (
    <div ref={place}>
      {isChoosing === true ? (
        <ChoicePicker
          label={`${original_name} is the same as`}
          rowsAtom={baseVariableRowsAtom}
          chosen={null}
          onChoose={({ value }) => {
            setIsChoosing(false)
            onSame(`${tableName(file)}:${original_name}`, String(value))
          }}
          placeholder="Type a name or words of the question…"
        />
      ) : (
        <>
          new{' '}
          <Button
            size="small"
            variant="quiet"
            aria-label={`${variable_name} is the same as…`}
            onClick={() => setIsChoosing(true)}
          >
            Same as…
          </Button>
        </>
      )}
    </div>
  )
}
