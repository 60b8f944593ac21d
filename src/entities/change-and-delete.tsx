import { useState } from 'react'
import type { Result } from '#api/result.ts'
import type { NameRule } from '#domain/names.ts'
import { DeleteDialog } from '#entities/delete-dialog.tsx'
import { NamingDialog } from '#entities/naming-dialog.tsx'
import { Button } from '#ui/button.tsx'

interface ChangeAndDeleteProps {
  /** As messages name it: "Cohort". */
  entity: string
  name: string
  description: string
  rule: NameRule
  usageOf: { cohortid?: number; constructid?: number; varsetid?: number; projectid?: number }
  goesWithIt?: readonly string[]
  onSave: (naming: { name: string; description: string }) => Promise<Result<unknown>>
  onDelete: () => Promise<Result<unknown>>
  onDeleted: () => void
}

/** The two buttons that every thing of a user's own has: edit its naming, delete it. */
export function ChangeAndDelete(props: ChangeAndDeleteProps) {
  const { entity, name, description } = props
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('edit')}>Edit</Button>
      <Button onClick={() => setOpen('delete')}>Delete</Button>
      <NamingDialog
        isOpen={open === 'edit'}
        onClose={close}
        title={`Edit ${entity}`}
        naming={{ name, description }}
        rule={props.rule}
        onSave={props.onSave}
      />
      <DeleteDialog
        isOpen={open === 'delete'}
        onClose={close}
        entity={entity}
        name={name}
        usageOf={props.usageOf}
        goesWithIt={props.goesWithIt}
        onDelete={props.onDelete}
        onDeleted={props.onDeleted}
      />
    </>
  )
}
