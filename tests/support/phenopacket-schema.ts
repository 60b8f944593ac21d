import * as v from 'valibot'

/**
 * The used part of Phenopackets 2.0: the fields and enumerations of phenopackets.proto, individual.proto, pedigree.proto
 * and meta_data.proto in protobuf's JSON names, and the required ones of phenopacket-tools' base validation. Strict, as
 * protobuf's JSON parser refuses unknown fields.
 */
const Id = v.pipe(v.string(), v.nonEmpty())
const Sex = v.picklist(['UNKNOWN_SEX', 'FEMALE', 'MALE', 'OTHER_SEX'])

const MetaData = v.strictObject({
  created: v.pipe(v.string(), v.isoTimestamp()),
  createdBy: Id,
  resources: v.optional(
    v.pipe(
      v.array(v.strictObject({ id: Id, name: Id, url: Id, version: Id, namespacePrefix: Id, iriPrefix: Id })),
      v.minLength(1),
    ),
  ),
  phenopacketSchemaVersion: v.literal('2.0'),
})

const Phenopacket = v.strictObject({
  id: Id,
  subject: v.strictObject({
    id: Id,
    sex: Sex,
    vitalStatus: v.strictObject({ status: v.picklist(['UNKNOWN_STATUS', 'ALIVE', 'DECEASED']) }),
  }),
  metaData: MetaData,
})

const Person = v.strictObject({
  familyId: Id,
  individualId: Id,
  paternalId: Id,
  maternalId: Id,
  sex: Sex,
  affectedStatus: v.picklist(['MISSING', 'UNAFFECTED', 'AFFECTED']),
})

export const PhenopacketFamily = v.pipe(
  v.strictObject({
    id: Id,
    proband: v.optional(Phenopacket),
    relatives: v.optional(v.array(Phenopacket)),
    consanguinousParents: v.optional(v.boolean()),
    pedigree: v.strictObject({ persons: v.pipe(v.array(Person), v.minLength(1)) }),
    metaData: MetaData,
  }),
  v.check(({ proband, relatives = [], pedigree: { persons } }) => {
    const ids = persons.map(({ individualId }) => individualId)
    const subjects = [...(proband ? [proband] : []), ...relatives].map(({ subject }) => subject.id)
    const parents = persons.flatMap(({ paternalId, maternalId }) => [paternalId, maternalId])
    return (
      new Set(ids).size === ids.length &&
      new Set(subjects).size === subjects.length &&
      [...subjects, ...parents.filter((parent) => parent !== '0')].every((id) => ids.includes(id))
    )
  }, 'Each subject and each parent is one person of the pedigree.'),
)
export type PhenopacketFamily = v.InferOutput<typeof PhenopacketFamily>
