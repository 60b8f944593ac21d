import { get, post, type Account, type CorpusRequest } from '#tests/corpus/corpus-request.ts'

/** Downloads of a saved cohort and set in each form, previews in pages, pedigree drawings and .fam files and Phenopackets. */
export function downloads(as: Account, other: Account): CorpusRequest[] {
  const id = 'downloadid=<download>'
  return [
    post(
      as,
      '/cohort/download/new',
      { cohortid: '<low>', varsetid: '<set>' },
      { saves: { download: '0.download_id' } },
    ),
    post(as, '/cohort/download/new', { cohortid: 99_999, varsetid: '<set>' }),
    post(as, '/cohort/download/new', { cohortid: '<low>', varsetid: 99_999 }),
    post(as, '/cohort/download/new', {}),
    get(as, `/cohort/download/preview?${id}`),
    get(as, `/cohort/download/preview?${id}&offset=20&limit=5`),
    get(as, `/cohort/download/preview?${id}&offset=100000`),
    get(as, `/cohort/download/preview?${id}&limit=0`),
    get(as, `/cohort/download/preview?${id}&limit=1001`),
    get(as, '/cohort/download/preview?downloadid=none'),
    get(as, `/cohort/download?${id}&filename=low.csv`),
    get(as, `/cohort/download?${id}&filename=low.csv&formulas=escape`),
    get(as, `/cohort/download?${id}`),
    get(as, `/cohort/download?${id}&filename=a%22b%2F..%2Fc%C3%A9.csv`),
    get(as, `/cohort/downloadstream?${id}&filename=low.csv`),
    get(as, `/cohort/downloadstream?${id}&filename=low.csv&formulas=escape`),
    get(as, '/cohort/downloadstream?downloadid=none&filename=x.csv'),
    get(as, `/cohort/download/bundle?${id}`),
    get(as, `/cohort/download/bundle?${id}&codes=labels`),
    get(as, `/cohort/download/bundle?${id}&codes=words`),
    get(as, `/cohort/download/queue?${id}`),
    get(as, '/cohort/download/queue?downloadid=none'),
    get(other, `/cohort/download?${id}&filename=low.csv`),
    get(other, `/cohort/download/preview?${id}`),
    post(
      as,
      '/cohort/download/new',
      { cohortid: '<families>', varsetid: '<set>' },
      { saves: { family: '0.download_id' } },
    ),
    get(as, '/cohort/download?downloadid=<family>&filename=families.csv'),
    get(as, '/cohort/download/bundle?downloadid=<family>'),
    get(as, '/cohort/pedigrees?cohortid=<families>'),
    get(as, '/cohort/pedigrees?cohortid=<families>&offset=3&limit=2&order=affected&variable=MOOD_LOW_EVER&value=1'),
    get(as, '/cohort/pedigrees?cohortid=<families>&limit=101'),
    get(as, '/cohort/pedigrees?cohortid=99999'),
    get(as, '/cohort/pedigrees?cohortid=<families>&variable=NO_SUCH_VARIABLE'),
    get(as, '/cohort/fam?cohortid=<families>'),
    get(as, '/cohort/fam?cohortid=<families>&variable=CHECKED&filename=families.fam'),
    get(as, '/cohort/fam?cohortid=<families>&variable=MOOD_LOW_EVER&value=1'),
    get(as, '/cohort/fam?cohortid=99999'),
    get(as, '/cohort/phenopackets?cohortid=<families>'),
  ]
}

export function pages(): CorpusRequest[] {
  const page = (path: string, headers: Record<string, string> = {}) => get('anonymous', path, { isPage: true, headers })
  const html = { accept: 'text/html' }
  return [
    page('/'),
    page('/index.html'),
    page('/cohorts/subset/1'),
    page('/no-such-page'),
    page('/assets/no-such-file.js'),
    page('/codebooks/none.pdf'),
    page('/codebooks/none.pdf', html),
    get('researcher', '/codebooks/none.pdf', { isPage: true }),
    get('researcher', '/codebooks/<codebook>', { isPage: true }),
    { as: 'anonymous', method: 'POST', path: '/', isPage: true, body: {} },
  ]
}
