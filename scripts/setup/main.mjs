// Set-up before each command: packages, pinned Node, web build, browser for the tests.
// Plain JavaScript without dependencies, because it runs on Node 18 before anything is installed.
// Prints nothing if nothing is to do. Usage: node scripts/setup.cjs start|command|test|import|dev|check

import { browserReady, installBrowser, installShell, shellReady } from './chromium.mjs'
import { debianNodeReady, unpackDebianNode } from './debianNode.mjs'
import { installLibreOffice, libreOfficeReady } from './libreOffice.mjs'
import { installPackages, packagesReady } from './packages.mjs'
import { linkNode, nodeReady } from './pinnedNode.mjs'
import { endWithParent, SetupError } from './process.mjs'
import { withSetupLock } from './setupLock.mjs'
import { buildWeb, webReady } from './web.mjs'

const command = process.argv[2] ?? 'start'
const needsDev = !['start', 'command'].includes(command)

/** @type {{ ready: () => boolean | Promise<boolean>, make: () => void | Promise<void> }[]} */
const steps = [
  { ready: () => packagesReady(needsDev), make: () => installPackages(needsDev) },
  { ready: nodeReady, make: linkNode },
]
if (command === 'start' || command === 'test') steps.push({ ready: webReady, make: buildWeb })
if (command === 'test')
  steps.push(
    { ready: browserReady, make: installBrowser },
    { ready: shellReady, make: installShell },
    { ready: debianNodeReady, make: unpackDebianNode },
  )
if (command === 'import') steps.push({ ready: libreOfficeReady, make: installLibreOffice })

endWithParent()
try {
  for (const { ready, make } of steps) {
    if (await ready()) continue
    await withSetupLock(async () => {
      if (!(await ready())) await make()
    })
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
