import { DESCRIPTION_MAX } from '#domain/limits.ts'
import type { NameRule } from '#domain/text/names.ts'
import type { Naming } from '#entities/dialogs/naming-dialog.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface NamingFieldsProps {
  draft: Naming
  onChange: (draft: Naming) => void
  rule: NameRule
  nameHint?: string | undefined
  /** The server's message on the name. */
  nameRefusal?: string | undefined
  startsFocused?: boolean
}

/** The fields of an item that has a name and a description. */
export function NamingFields({ draft, onChange, rule, nameHint, nameRefusal, startsFocused }: NamingFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        pattern={rule.input}
        cutAt={rule.maxLength}
        problemOf={rule.problem}
        isTrimmed
        hint={nameHint}
        refusal={nameRefusal}
        startsFocused={startsFocused}
      />
      <TextField
        label="Description"
        value={draft.description}
        onChange={(description) => onChange({ ...draft, description })}
        maxLength={DESCRIPTION_MAX}
        isOptional
        isMultiline
      />
    </>
  )
}
