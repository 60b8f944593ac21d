export { UnknownCohort as default } from '#entities/cohorts/unknown-cohort.tsx'
