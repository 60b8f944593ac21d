import { COLLECTIONS, LATENTS, SHIFTS, type Diagnosis, type Latent } from '#server/demo/model/collections.ts'
import { below, keyOf, normal } from '#server/demo/model/noise.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** 1999-01-04, counted from 1970. */
const FIRST_INTERVIEW = 10_595
const INTERVIEW_DAYS = 7_300

/**
 * Creates the table of subjects: demographics, diagnoses, onset, and latent traits in thousandths of a standard
 * deviation. Illness depends on the proband's, by kinship and familial burden.
 */
export async function makeSubjects(connection: Connection, schema: string): Promise<void> {
  await connection.run(`
    CREATE TABLE ${schema}.member AS
    SELECT row_number() OVER (ORDER BY family_no, place_no)::INTEGER AS individual_no, family_no, family_size, place_no,
      ${keyOf('family_no * 64 + place_no')} AS key, ${keyOf('family_no * 64')} AS family_key,
      ${keyOf('family_no * 64 + sex_of')} AS sex_key,
      CASE WHEN twin = 0 THEN (SELECT max(t.twin) FROM ${schema}.place t WHERE t.shape_no = p.shape_no) * (place_no = 1)::INTEGER
        ELSE twin END AS twin,
      study_id, collection, has_children, p.sex AS place_sex, father_place, mother_place, kinship, is_placeholder,
      CASE WHEN has_children THEN 5 ELSE age_least END AS age_least, CASE WHEN has_children THEN 24 ELSE age_most END AS age_most,
      older_least, older_most
    FROM ${schema}.family f JOIN ${schema}.place p USING (shape_no) JOIN ${schema}.study USING (study_no)
    JOIN ${schema}.shape s ON s.shape_no = f.shape_no AND s.for_children = has_children
    ORDER BY family_no, place_no`)
  await connection.run(`
    CREATE TABLE ${schema}.ill AS
    SELECT *,
      coalesce(place_sex, CASE WHEN ${below(100, 'sex_key', 'sex')} < ${womenShare()} THEN 'F' ELSE 'M' END) AS sex,
      greatest(1, ${between('age_least', 'age_most', 'family_key', 'age')}
        + ${between('older_least', 'older_most', 'key', 'older')}) AS age,
      ${FIRST_INTERVIEW} + ${below(INTERVIEW_DAYS, 'family_key', 'interview')} + ${below(90, 'key', 'interview')} AS interview_day,
      ${diagnosisCase()} AS dx
    FROM (SELECT *, ${probandCase()} AS proband, ${liabilities()} FROM ${schema}.member)`)
  await connection.run(`
    CREATE TABLE ${schema}.subject AS
    SELECT individual_no, key, family_no, family_size, place_no, twin, study_id, collection, sex, is_placeholder,
      father_place, mother_place, kinship, dx, age, interview_day,
      interview_day - age * 365 - age // 4 - ${below(364, 'key', 'birthday')} AS birth_day,
      CASE WHEN dx = 'NONE' THEN least(age, 6 + ${below(30, 'key', 'onset')})
        ELSE greatest(2, least(age - 1, ${onsetCase()})) END AS onset,
      least(age, 12 + ${below(9, 'key', 'start')}) AS start,
      ${normal('key', 'stature')} AS stature, ${normal('key', 'build')} AS build,
      ${LATENTS.map(latentColumn).join(', ')}
    FROM ${schema}.ill ORDER BY individual_no`)
}

function between(least: string, most: string, key: string, name: string): string {
  return `(${least} + ${below(1_000_000, key, name)} % (${most} - ${least} + 1))`
}

function womenShare(): string {
  const percent: Record<Diagnosis, number> = { BP1: 53, BP2: 60, SCZ: 37, SAD: 50, MDD: 67, ASD: 21, NONE: 52 }
  const cases = Object.entries(percent).map(([code, share]) => `WHEN '${code}' THEN ${share}`)
  return `CASE WHEN place_no = 1 THEN CASE proband ${cases.join(' ')} END ELSE 50 END`
}

function probandCase(): string {
  const chance = below(100, 'family_key', 'proband')
  const cases = COLLECTIONS.map(({ code, diagnoses }) => {
    let sum = 0
    const choices = diagnoses.map(([diagnosis, percent]) => `WHEN ${chance} < ${(sum += percent)} THEN '${diagnosis}'`)
    return `WHEN '${code}' THEN CASE ${choices.join(' ')} END`
  })
  return `CASE collection ${cases.join(' ')} END`
}

/** Liability of relatives to each diagnosis, in thousandths of a standard deviation. */
function liabilities(): string {
  const burden = `(CASE WHEN kinship > 0 THEN ${normal('family_key', 'burden')} * 45 // 100 ELSE 0 END)`
  const residual = (name: string) => `${normal('key', name)} * 87 // 100`
  return [
    `${residual('bp')} + ${burden} AS bp_liability`,
    `${residual('sz')} + ${burden} AS sz_liability`,
    `${residual('mdd')} + ${burden} AS mdd_liability`,
    `${residual('asd')} AS asd_liability`,
  ].join(', ')
}

function diagnosisCase(): string {
  const kin = (diagnoses: readonly Diagnosis[], gain: number) =>
    `(CASE WHEN proband IN (${diagnoses.map((code) => `'${code}'`).join(', ')}) THEN kinship * ${gain} ELSE 0 END)`
  const second = below(100, 'key', 'second')
  return `CASE WHEN place_no = 1 THEN proband
    WHEN asd_liability + ${kin(['ASD'], 260)} > 2450 THEN 'ASD'
    WHEN age < 12 THEN 'NONE'
    WHEN sz_liability + ${kin(['SCZ', 'SAD'], 240)} + ${kin(['BP1'], 70)} > 2420 THEN CASE WHEN ${second} < 80 THEN 'SCZ' ELSE 'SAD' END
    WHEN bp_liability + ${kin(['BP1', 'BP2', 'SAD'], 250)} + ${kin(['SCZ'], 70)} > 2320 THEN CASE WHEN ${second} < 60 THEN 'BP1' ELSE 'BP2' END
    WHEN mdd_liability + ${kin(['MDD'], 170)} + ${kin(['BP1', 'BP2', 'SAD'], 110)} + ${kin(['SCZ', 'ASD'], 60)} > 1420 THEN 'MDD'
    ELSE 'NONE' END`
}

function onsetCase(): string {
  const mean: Record<Exclude<Diagnosis, 'NONE'>, number> = { BP1: 20, BP2: 21, SCZ: 21, SAD: 22, MDD: 25, ASD: 3 }
  const cases = Object.entries(mean).map(
    ([code, years]) => `WHEN '${code}' THEN ${years} + ${normal('key', 'onset-of-illness')} * ${years} // 4000`,
  )
  return `CASE dx ${cases.join(' ')} END`
}

/** A latent trait: diagnosis, general distress, family effect and individual effect. */
function latentColumn(latent: Latent): string {
  const cases = Object.entries(SHIFTS[latent]).map(([code, tenths]) => `WHEN '${code}' THEN ${tenths * 100}`)
  const isInward = latent === 'dep' || latent === 'anx' || latent === 'eat'
  const isOutward = latent === 'alc' || latent === 'drug' || latent === 'con' || latent === 'att'
  const bySex = isInward
    ? ` + CASE sex WHEN 'F' THEN 200 ELSE -100 END`
    : isOutward
      ? ` + CASE sex WHEN 'M' THEN 250 ELSE -100 END`
      : ''
  const byAge = latent === 'alc' || latent === 'drug' ? ` - CASE WHEN age < 16 THEN 2500 ELSE 0 END` : ''
  const general = latent === 'cog' ? `-${normal('key', 'general')}` : normal('key', 'general')
  return `(CASE dx ${cases.join(' ')} ELSE 0 END + ${general} * 35 // 100
    + ${normal('family_key', `family-${latent}`)} * 35 // 100 + ${normal('key', latent)} * 85 // 100${bySex}${byAge})::INTEGER AS ${latent}`
}
