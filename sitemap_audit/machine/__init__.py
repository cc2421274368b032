"""What an audit needs to know of the machine it runs on."""
