import project from '../../../../package.json' with { type: 'json' }

/** Version of this program. */
export const version: string = project.version

/** Oldest version of Node that runs it, such as 20.19. */
export const oldestNode: string = project.engines.node.replace('>=', '')
