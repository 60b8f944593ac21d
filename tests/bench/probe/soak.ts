import { chromium } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { startProduct } from '../../../tests/support/running-product.ts'
import { round, held } from '../soak-rows.ts'
const product = await startProduct()
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
page.setDefaultTimeout(8000)
const cdp = await page.context().newCDPSession(page)
await page.goto(product.url)
await page.getByLabel('Username').fill('researcher')
await page.getByLabel('Password').fill('demo')
await page.keyboard.press('Enter')
await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
const snap = async (file: string) => {
  const parts: string[] = []
  const on = ({ chunk }: { chunk: string }) => parts.push(chunk)
  cdp.on('HeapProfiler.addHeapSnapshotChunk', on)
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  cdp.off('HeapProfiler.addHeapSnapshotChunk', on)
  writeFileSync(file, parts.join(''))
}
let n = 0
for (let i = 0; i < 8; i++) {
  for (let r = 0; r < 50; r++, n++) {
    try {
      await round(page)
    } catch (e) {
      console.log('round', n, String(e).slice(0, 100), page.url())
      await page.screenshot({ path: '/tmp/team/soak.png' })
      console.log(
        await page.evaluate(() =>
          [...document.querySelectorAll('input')].map((i) => i.value + '|' + i.getAttribute('aria-label')).join(' ; '),
        ),
      )
      throw e
    }
  }
  const h = await held(cdp)
  console.log(n, (h.heap / 1e6).toFixed(2), h.nodes, h.listeners)
  if (i === 1) await snap('/tmp/team/a.heapsnapshot')
  if (i === 7) await snap('/tmp/team/b.heapsnapshot')
}
await browser.close()
await product.stop()
process.exit(0)
