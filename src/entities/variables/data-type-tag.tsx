import { dataTypeWord, descriptorOf } from '#domain/data-types.ts'
import { Tag } from '#ui/tag.tsx'

/** A data type's label with its letter and hue; an unknown type shows its own name. */
export function DataTypeTag({ dataType }: { dataType: string }) {
  return <Tag label={dataTypeWord(dataType)} {...descriptorOf(dataType)?.tag} />
}
