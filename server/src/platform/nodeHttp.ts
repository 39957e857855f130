/** Node's HTTP. An `import` of it reads all its names, and with `WebSocket` comes Node's client for fetch: 12 MB of memory. */
export const { createServer, METHODS, STATUS_CODES } = process.getBuiltinModule('node:http')
