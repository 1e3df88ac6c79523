// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// The part of ERC-20 that a payment needs, for tests on a local chain. Whoever deploys it holds everything.
contract TestToken {
    uint8 public immutable decimals;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint8 decimals_, uint256 supply) {
        decimals = decimals_;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(balanceOf[msg.sender] >= value, "more than there is");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    /// Several payments in one transaction, as exchanges make them.
    function transferToAll(address[] calldata to, uint256 value) external {
        for (uint256 n = 0; n < to.length; n++) {
            require(balanceOf[msg.sender] >= value, "more than there is");
            balanceOf[msg.sender] -= value;
            balanceOf[to[n]] += value;
            emit Transfer(msg.sender, to[n], value);
        }
    }
}
