import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { aptInstall, withApt } from './apt.mjs'
import { printLine, SetupError } from './process.mjs'

/** Chromium has no sandbox as root. The other options prevent background requests during a test. */
export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const knownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @returns {string[]} paths of Playwright's downloads, newest first */
const playwrightBrowsers = () => {
  const home = process.platform === 'darwin' ? 'Library/Caches' : '.cache'
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), home, 'ms-playwright')
  if (!existsSync(cache)) return []
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ]
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((name) => programs.map((program) => join(cache, name, program)))
}

/** Returns the browser for the tests: CHROMIUM_PATH, else the first installed one. */
export const findChromium = (installed = knownPaths) =>
  process.env.CHROMIUM_PATH || [...installed, ...playwrightBrowsers()].find((path) => existsSync(path))

/** Chromium without user interface: a third faster. */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'

/** Returns the browser for most tests: the headless shell if installed, else the full browser. */
export const findHeadless = () =>
  !process.env.CHROMIUM_PATH && existsSync(headlessShell) ? headlessShell : findChromium()

/** @param {string} path @returns {Promise<string>} why the browser does not run, empty if it does */
const chromiumError = (path) =>
  new Promise((resolve) => {
    const args = [...chromiumArgs, '--dump-dom', 'data:text/html,<p>hola</p>']
    execFile(path, args, { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve(stdout.includes('<p>hola</p>') ? '' : `${error?.message ?? ''}\n${stderr}`.trim()),
    )
  })

export const browserReady = async () => {
  const path = findChromium()
  if (!path) return false
  const why = await chromiumError(path)
  if (why) throw new SetupError(`${why}\nChromium (${path}) no funciona; con CHROMIUM_PATH se indica otro.`)
  return true
}

export const installBrowser = async () => {
  if (!withApt())
    throw new SetupError(
      'Las pruebas necesitan Chromium: instálalo (en Debian: apt-get install chromium) o indica su ruta en CHROMIUM_PATH.',
    )
  printLine('Instalando Chromium…')
  // Chromium draws no text without a font. Debian's other recommendations are not needed.
  await aptInstall(['chromium', 'fonts-liberation'])
  if (!(await browserReady())) throw new SetupError('Chromium no está donde apt-get lo pone.')
}

/** Returns whether the shell is installed or unavailable: only Debian packages it. */
export const shellReady = () =>
  Boolean(process.env.CHROMIUM_PATH) ||
  existsSync(headlessShell) ||
  !withApt() ||
  !existsSync('/usr/lib/chromium/chromium')

export const installShell = async () => {
  printLine('Instalando chromium-headless-shell…')
  try {
    await aptInstall(['chromium', 'chromium-headless-shell'])
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    printLine('Sin él, las pruebas del navegador tardan más.')
  }
}
