module.exports = { ...require('../../libs/toolchain/jest.preset.cjs') };
