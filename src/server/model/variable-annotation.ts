import * as v from 'valibot'
import { DATA_TYPES } from '#domain/data-types.ts'

/** Attributes of a variable that REDCap's columns and BIDS' members cannot hold. */
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

/** The member of a BIDS sidecar that holds them. */
export const OWN_MEMBER = 'Definition'
/** The field annotation of REDCap that holds them; REDCap ignores unknown tags. */
const OWN_TAG = '@DEFINITION='

/** The field annotation of a variable; `definitionInAnnotation` parses it. */
export function annotationOf(definition: OwnDefinition): string {
  return `${OWN_TAG}${JSON.stringify(definition)}`
}

/** Parses the annotation; null where there is none. */
export function definitionInAnnotation(annotation: string): OwnDefinition | null {
  const start = annotation.indexOf(OWN_TAG)
  if (start === -1) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), OwnDefinition), annotation.slice(start + OWN_TAG.length))
  return parsed.success ? parsed.output : null
}
