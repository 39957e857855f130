/** Parts of node:http. An `import` would read all of its names: `WebSocket` loads Node's fetch client, 12 MB of memory. */
export const { createServer, METHODS, STATUS_CODES } = process.getBuiltinModule('node:http')
