import * as v from 'valibot'
import { DATA_TYPES } from '#domain/data-types.ts'

/** What our catalog knows of a variable and neither REDCap's columns nor BIDS's members can say. */
export const OwnDefinition = v.object({
  DataType: v.picklist(DATA_TYPES),
  Instrument: v.string(),
  Version: v.string(),
  FormTitle: v.string(),
  Section: v.string(),
  Item: v.string(),
  OriginalName: v.string(),
  ExplicitContext: v.string(),
  ImplicitContext: v.string(),
  AnswerValidation: v.string(),
  AnswerValidationDescription: v.string(),
  PossibleValues: v.array(v.string()),
})
export type OwnDefinition = v.InferOutput<typeof OwnDefinition>

/** The member of a sidecar's column that holds it. */
export const OWN_MEMBER = 'Definition'
/** The tag of a REDCap field's annotation that holds it; REDCap itself passes over tags that it does not know. */
const OWN_TAG = '@DEFINITION='

/** What REDCap's field annotation says of a variable, for reading it back as it was. */
export function annotationOf(definition: OwnDefinition): string {
  return `${OWN_TAG}${JSON.stringify(definition)}`
}

/** What such an annotation holds, or null. */
export function definitionInAnnotation(annotation: string): OwnDefinition | null {
  const start = annotation.indexOf(OWN_TAG)
  if (start === -1) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), OwnDefinition), annotation.slice(start + OWN_TAG.length))
  return parsed.success ? parsed.output : null
}
