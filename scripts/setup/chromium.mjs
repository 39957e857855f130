import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { aptInstall, withApt } from './apt.mjs'
import { printLine, SetupError } from './process.mjs'

/** As root Chromium has no sandbox; the rest keeps it from calling home during a test. */
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

/** @returns {string[]} browsers that Playwright downloaded at some time, newest first */
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

/** The browser for the tests: CHROMIUM_PATH, else the first that this machine has. */
export const findChromium = (installed = knownPaths) =>
  process.env.CHROMIUM_PATH || [...installed, ...playwrightBrowsers()].find((path) => existsSync(path))

/** Chromium without the parts that a screen needs: the same pages in two thirds of the time. */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'

/** The browser for most tests: the shell where Debian has it, else the whole one. */
export const findHeadless = () =>
  !process.env.CHROMIUM_PATH && existsSync(headlessShell) ? headlessShell : findChromium()

/** @param {string} path @returns {Promise<string>} why it does not run, empty when it does */
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
  // Without a font Chromium draws no text; the others that Debian recommends are not needed.
  await aptInstall(['chromium', 'fonts-liberation'])
  if (!(await browserReady())) throw new SetupError('Chromium no está donde apt-get lo pone.')
}

/** There is one, or it isn't to be had: only Debian has a package of it, which goes with its Chromium. */
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
